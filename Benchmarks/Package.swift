// swift-tools-version: 6.2

import PackageDescription

/// The condition for the contenders that use another package.
///
/// CI builds without the trait, because it counts only the cost of this library.
let withOtherPackages = TargetDependencyCondition.when(traits: ["OtherPackages"])

// Compares this library with alternatives that a user might write, and measures it under load. `scripts/benchmark`
// and `scripts/load` run everything and print tables.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "OtherPackages", description: "The contenders that use another package."),
        .default(enabledTraits: ["OtherPackages"]),
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: ".."),
        // Without traits, because its own allocator would change the measurements.
        .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: []),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    ],
    targets: [
        // The client that all contenders use, in a separate module as real clients are.
        .target(name: "ScriptedClient"),
        // The ways to wait for requests, and the cases to measure.
        .target(
            name: "Contenders",
            dependencies: [
                "ScriptedClient",
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: withOtherPackages),
                .product(name: "NIOCore", package: "swift-nio", condition: withOtherPackages),
                .product(name: "NIOPosix", package: "swift-nio", condition: withOtherPackages),
            ]
        ),
        // Times the contenders alternately. The harness finds programs in a folder called Benchmarks.
        .executableTarget(
            name: "RequestBenchmarks",
            dependencies: [
                "Contenders",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/RequestBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Runs a contender in one case for counting instructions, or checks all of them.
        .executableTarget(name: "Rounds", dependencies: ["Contenders", "ProcessUse"]),
        // Measures complete requests over loopback.
        .executableTarget(
            name: "Loopback",
            dependencies: [
                "ProcessUse",
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        // Sends session tasks without a network, for counting instructions.
        .executableTarget(
            name: "SessionTasks",
            dependencies: [
                "ProcessUse",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        // Measures whether the cost of a request depends on the number of requests.
        .executableTarget(
            name: "Load",
            dependencies: [
                "Contenders", "ProcessUse", "ScriptedClient",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        // Resource usage of a process, which only C can read on every platform.
        .target(name: "ProcessUse"),
    ],
    swiftLanguageModes: [.v6]
)

// The root package explains these features.
let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]

for target in package.targets where target.name != "ProcessUse" {
    target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
}
