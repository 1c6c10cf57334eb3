# Functions and variables of the scripts in this folder, which source this file in the folder of the package.

platforms=(macosx ios tvos watchos)

here=scripts/apple
cache=$PWD/.build-apple
resources=$cache/resources
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift

# The upcoming features of Package.swift, as arguments.
read -ra features <<<"$(sed -nE 's/^    "([A-Za-z]+)",$/-enable-upcoming-feature \1/p' Package.swift | xargs)"

# Prints the lowest version of a system in Package.swift.
lowest() {
    sed -nE "s/.*\.$1\(\.v([0-9]+)\).*/\1.0/p" Package.swift
}

# Sets `target`, `modules` (the folder of the compiled modules) and `common` (the arguments of every compilation). Uses
# the simulator of a platform, because devices have the same interfaces.
choose() { # PLATFORM
    platform=$1
    case $1 in
    macosx) os=macosx$(lowest macOS) environment= folder=macosx name=x86_64-apple-macos ;;
    ios) os=ios$(lowest iOS) folder=iphonesimulator ;;
    tvos) os=tvos$(lowest tvOS) folder=appletvsimulator ;;
    watchos) os=watchos$(lowest watchOS) folder=watchsimulator ;;
    *) echo "no platform is called $1; the platforms are: ${platforms[*]}" >&2; exit 2 ;;
    esac
    [[ $1 == macosx ]] || environment=-simulator name=x86_64-apple-$1-simulator
    target=x86_64-apple-$os$environment
    modules=$cache/$1
    # -resource-dir hides the modules of Linux.
    common=(
        -target "$target" -resource-dir "$resources" -sdk "$here/sdk" -I "$here/sdk/usr/include" -I "$modules"
        -module-cache-path "$cache/clang" -plugin-path "$toolchain/host/plugins"
    )
}

# Compiles files of the package as far as SIL, whose passes diagnose data races and uninitialized values.
diagnose() { # ARGUMENT... FILE...
    swift-frontend -emit-sil -o "$cache/sil" "${common[@]}" -swift-version 6 -package-name package \
        -D DEBUG -D SWIFT_PACKAGE -warnings-as-errors "$@"
}

# Replaces the macros of expectations by functions with the same form, because the expansions take three times as long
# to compile, and are the same on every platform.
plain_expectations() { # FILE...
    sed -i -E 's/#(expect|require)\(/__plain_\1(/g;s/__plain_([a-z]+\(processExitsWith)/#\1/g' "$@"
}
