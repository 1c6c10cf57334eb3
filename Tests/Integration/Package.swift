// swift-tools-version: 6.2

import PackageDescription

// What the root package cannot test without other packages: a real HTTP server, and real clients
// that are not ours.
//
//     swift test --package-path Tests/Integration
let package = Package(
    name: "IntegrationTests",
    platforms: [
        // The server and the `Mutex` of the Synchronization module set this floor, which is not
        // that of the library.
        .macOS(.v15)
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    ],
    targets: [
        // What a session does, written down, whichever session it is.
        .target(name: "Transcripts"),
        // One file that calls every method of a session, compiled twice: the entry points of
        // `WrappedEntryPoints` are a symbolic link to those of `BareEntryPoints`, so the two cannot
        // differ in a byte. What does differ is `Session.swift`, which says what a session is.
        .target(name: "BareEntryPoints", dependencies: ["Transcripts"]),
        .target(
            name: "WrappedEntryPoints",
            dependencies: [
                "Transcripts",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        // A program that Foundation may end: `URLSessionCrashTests` runs it and counts how often.
        .executableTarget(
            name: "EndingSessions",
            dependencies: [.product(name: "Interception", package: "swift-request-groups")]
        ),
        // What `swift package wrap-client` writes for clients that are not ours: in a target of its own, as
        // the tests below have wrappers by hand. `scripts/wrappers --write Tests/Integration` writes it.
        .target(
            name: "WrittenWrappers",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),
        // Its server is that of the tests below.
        .testTarget(
            name: "WrittenWrapperTests",
            dependencies: [
                "WrittenWrappers",
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Transcripts", "BareEntryPoints", "WrappedEntryPoints", "EndingSessions",
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The same as in the root package, where each is explained.
let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]

for target in package.targets {
    // A file that is compiled twice cannot import what only one of its modules has or shows.
    let isCompiledTwice = target.name.hasSuffix("EntryPoints")
    let features = upcomingFeatures.filter { !(isCompiledTwice && $0.contains("Import")) }
    target.swiftSettings = features.map { .enableUpcomingFeature($0) }
}
