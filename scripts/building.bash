# What the scripts that build share. They source it in the folder of the package.

# The flags of the test command of README.md: what is built with them is built once for all, nested packages too.
# A plan of what to build is made each time: one that is kept would be that of the package which was built before.
shared=(--scratch-path "$PWD/.build" --disable-build-manifest-caching -debug-info-format none)

# Swift Testing opens all tests at once otherwise, and each that waits for a thread waits for all of them.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4

fail() {
    echo "error: $*" >&2
    exit 1
}

# Runs a command, and shows what it printed only if it fails.
quietly() {
    local log
    log=$(mktemp)
    "$@" >"$log" 2>&1 || { cat "$log" >&2; rm "$log"; fail "failed: $*"; }
    rm "$log"
}

# Runs a command that builds. A warning is an error, but for those of other packages, and its file is compiled again
# next time.
without_warnings() {
    local log warned
    log=$(mktemp)
    "$@" >"$log" 2>&1 || { cat "$log" >&2; rm "$log"; fail "failed: $*"; }
    warned=$(grep -E '^[^ ].*: warning: ' "$log" | grep -v '/checkouts/' | sort -u) || true
    sed -nE 's/^(\/[^:]+\.swift):[0-9]+:[0-9]+: warning: .*/\1/p' "$log" | sort -u | xargs -r touch
    rm "$log"
    [[ -z $warned ]] || fail "warnings of $*:"$'\n'"$warned"
}

# The path of a tool of the toolchain that `swift` belongs to.
toolchain() {
    local resources
    resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    echo "$resources/../../bin/$1"
}

# Writes the symbol graphs of a module that is built, and of its extensions of others, into a folder.
extract_symbols() { # MODULE FOLDER ARGUMENT...
    local products triple
    products=$(swift build "${shared[@]}" --show-bin-path)
    triple=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
    mkdir -p "$2"
    quietly "$(toolchain swift-symbolgraph-extract)" -module-name "$1" -I "$products/Modules" \
        -target "$triple" -module-cache-path "$products/ModuleCache" -output-dir "$2" "${@:3}"
}
