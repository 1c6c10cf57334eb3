# What the scripts of this folder share. They source it in the folder of the package.

platforms=(macosx ios tvos watchos)

here=scripts/apple
cache=$PWD/.build-apple
resources=$cache/resources
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift

# What Package.swift says of each of its targets.
read -ra features <<<"$(sed -nE 's/^    "([A-Za-z]+)",$/-enable-upcoming-feature \1/p' Package.swift | xargs)"

# The lowest version that Package.swift names for this system.
lowest() {
    sed -nE "s/.*\.$1\(\.v([0-9]+)\).*/\1.0/p" Package.swift
}

# Sets `target`, `modules` (the folder of what has been compiled for the platform) and `common` (the arguments of
# every compilation for it). A platform with simulators stands for its devices: both have the same interfaces.
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
    # -resource-dir: instead of the toolchain's, so that no module of Linux is found.
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

# Hands what tests expect to functions of the same form. What the macros make of it takes three times as long to
# compile, and is the same on every platform.
plain_expectations() { # FILE...
    sed -i -E 's/#(expect|require)\(/__plain_\1(/g;s/__plain_([a-z]+\(processExitsWith)/#\1/g' "$@"
}
