// swift-tools-version: 6.2

import PackageDescription

// This library beside what a user would write instead, and under load. `scripts/benchmark` and
// `scripts/load` run everything and print tables.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-request-groups", path: ".."),
        // Without its traits: its own allocator would count into what is measured.
        .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: []),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    ],
    targets: [
        // The one client that everybody is measured on. A module of its own, as clients are.
        .target(name: "ScriptedClient"),
        // Every way to wait for requests, and every case to do it in. What runs them is below.
        .target(
            name: "Contenders",
            dependencies: [
                "ScriptedClient",
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        // Times them, in turns. The harness looks for programs in a folder called Benchmarks.
        .executableTarget(
            name: "RequestBenchmarks",
            dependencies: [
                "Contenders",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/RequestBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Runs one of them so many times, for whoever counts instructions; or all once, checked.
        .executableTarget(name: "Rounds", dependencies: ["Contenders", "ProcessUse"]),
        // Whole requests over loopback.
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
        // Tasks of sessions, without a network, for whoever counts instructions.
        .executableTarget(
            name: "SessionTasks",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups")
            ]
        ),
        // Very many requests: is the price of one still the same?
        .executableTarget(
            name: "Load",
            dependencies: [
                "Contenders", "ProcessUse", "ScriptedClient",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        // What a process uses of its machine, which only C can ask everywhere.
        .target(name: "ProcessUse"),
    ],
    swiftLanguageModes: [.v6]
)

// The same as in the root package, where each is explained.
let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]

for target in package.targets where target.name != "ProcessUse" {
    target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
}
