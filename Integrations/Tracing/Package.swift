// swift-tools-version: 6.2

import PackageDescription

// A library that records groups and requests as spans of swift-distributed-tracing:
//
//     swift test --package-path Integrations/Tracing
let package = Package(
    name: "request-tracing",
    platforms: [
        .iOS(.v16), .macOS(.v15), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
    ],
    products: [
        .library(name: "RequestTracing", targets: ["RequestTracing"])
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: "../.."),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.2"),
        // Used only by the tests.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    ],
    targets: [
        .target(
            name: "RequestTracing",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(
            name: "RequestTracingTests",
            dependencies: [
                "RequestTracing",
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The upcoming features of the root package, whose manifest explains them.
let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]

for target in package.targets {
    target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
}
