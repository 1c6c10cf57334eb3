// swift-tools-version: 6.2

import PackageDescription

// Tests that need other packages: a real HTTP server, and a third-party client.
//
//     swift test --package-path Tests/Integration

let interception = Target.Dependency.product(name: "Interception", package: "swift-request-groups")

/// What the server needs.
let server: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

let package = Package(
    name: "IntegrationTests",
    platforms: [
        // The server and the `Mutex` of the Synchronization module require this version, which is later than the
        // library's.
        .macOS(.v15)
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    ],
    targets: [
        // Transcripts of the callbacks of a session, bare or wrapped.
        .target(name: "Transcripts"),
        // A file that calls every method of a session, compiled twice: the folder Calls of `WrappedEntryPoints` is a
        // symbolic link to that of `BareEntryPoints`. Only `Session.swift`, which defines the session type, differs.
        .target(name: "BareEntryPoints", dependencies: ["Transcripts"]),
        .target(name: "WrappedEntryPoints", dependencies: ["Transcripts", interception]),
        // A program that Foundation may crash: `URLSessionCrashTests` runs it and counts the crashes.
        .executableTarget(name: "EndingSessions", dependencies: [interception]),
        // What `swift package wrap-client` writes for FlyingFox and URLSession: `scripts/wrappers --write Tests/Integration`.
        .target(
            name: "WrittenWrappers",
            dependencies: [
                interception,
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),
        // Its folder Server is a symbolic link to that of the tests below.
        .testTarget(
            name: "WrittenWrapperTests",
            dependencies: [
                "WrittenWrappers", interception,
                .product(name: "FlyingFox", package: "FlyingFox"),
            ] + server
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Transcripts", "BareEntryPoints", "WrappedEntryPoints", "EndingSessions",
                interception,
            ] + server
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The root package explains these features.
let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]

for target in package.targets {
    // A file that is compiled twice cannot import a module or declaration that only one of its modules has.
    let isCompiledTwice = target.name.hasSuffix("EntryPoints")
    let features = upcomingFeatures.filter { !(isCompiledTwice && $0.contains("Import")) }
    target.swiftSettings = features.map { .enableUpcomingFeature($0) }
}
