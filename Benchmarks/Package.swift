// swift-tools-version: 6.2

import PackageDescription

// This library beside what a user would write instead, in one run:
//
//     swift package --package-path Benchmarks benchmark
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-request-groups", path: ".."),
        // Without its traits: its own allocator would count into what is measured.
        .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "RequestBenchmarks",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/RequestBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        )
    ],
    swiftLanguageModes: [.v6]
)
