// swift-tools-version: 6.2

import PackageDescription

// Tests of wrappers of AsyncHTTPClient, by hand and as the command writes them. The dependencies of AsyncHTTPClient take
// longer to build than all other packages here together, so these tests are a package of their own, tested nightly.
//
//     swift test --package-path Tests/AsyncHTTPClient

let needed: [Target.Dependency] = [
    .product(name: "Interception", package: "swift-request-groups"),
    .product(name: "AsyncHTTPClient", package: "async-http-client"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
]

let package = Package(
    name: "AsyncHTTPClientTests",
    platforms: [
        // The server and the `Mutex` of the Synchronization module require this version.
        .macOS(.v15)
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    ],
    targets: [
        // The unedited output of the command.
        .target(name: "WrittenWrapper", dependencies: needed),
        // The server is that of the package Tests/Integration, through a symbolic link.
        .testTarget(
            name: "AsyncHTTPClientTests",
            dependencies: [
                "WrittenWrapper",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ] + needed
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
    target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
}
