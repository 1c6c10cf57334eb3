# Functions and flags for scripts that build. Such a script sources this file in the folder of the package.

# The flags of the test command of README.md, so that each module is built once, for nested packages too. The build plan
# is not cached, because the next package that is built into the folder would use it.
shared=(--scratch-path "$PWD/.build" --disable-build-manifest-caching -debug-info-format none)

# Without a limit, Swift Testing starts all tests at once, and each suspended test waits for all others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4

# A temporary folder, which is removed when the script ends.
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

fail() {
    echo "error: $*" >&2
    exit 1
}

# Runs a command, and shows its output only if it fails.
quietly() {
    local log
    log=$(mktemp "$temporary/XXXXXX")
    "$@" >"$log" 2>&1 || { cat "$log" >&2; fail "failed: $*"; }
}

# Runs a build command; fails at a warning, except in checkouts of other packages. Touches the file of a warning, so
# that the next build compiles the file again and repeats the warning.
without_warnings() {
    local log warned status=0
    log=$(mktemp "$temporary/XXXXXX")
    timeout 2400 "$@" >"$log" 2>&1 || status=$?
    warned=$(grep -E '^[^ ].*:[0-9]+: warning: ' "$log" | grep -v '/checkouts/' | sort -u) || true
    sed -nE 's/^(\/[^:]+\.swift):[0-9]+:[0-9]+: warning: .*/\1/p' "$log" | sort -u | xargs -r touch -c || true
    [[ $status == 0 ]] || { cat "$log" >&2; fail "failed: $*"; }
    [[ -z $warned ]] || fail "warnings of $*:"$'\n'"$warned"
}

# Prints the path of a tool in the toolchain of `swift`.
toolchain() {
    local resources
    resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    echo "$resources/../../bin/$1"
}

# Writes the symbol graphs of a built module, and of its extensions of other modules, into a folder.
extract_symbols() { # MODULE FOLDER ARGUMENT...
    local products triple
    products=$(swift build "${shared[@]}" --show-bin-path)
    triple=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
    mkdir -p "$2"
    quietly "$(toolchain swift-symbolgraph-extract)" -module-name "$1" -I "$products/Modules" \
        -target "$triple" -module-cache-path "$products/ModuleCache" -output-dir "$2" "${@:3}"
}
