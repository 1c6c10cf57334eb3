// swift-tools-version: 6.2

import PackageDescription

// Programs that show the library with a real HTTP server:
//
//     swift run --package-path Examples PageLoad     the main use: an old page in groups
//     swift run --package-path Examples Catalogue    batch, chain, cache and stubs
//     swift run --package-path Examples Trace        one trace of the page, from the app to the server
let package = Package(
    name: "Examples",
    platforms: [
        // `Mutex` of the Synchronization module requires this version; the library supports older ones.
        .macOS(.v15)
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    ],
    targets: [
        // The old app: its network client, and the page that the callbacks fill. Neither uses
        // request groups.
        .target(name: "OldApp"),
        // One file of call sites, compiled twice: `GroupedPage/HomePage.swift` is a symbolic link
        // to `BarePage/HomePage.swift`, so both are identical. Each target has its own
        // `Network.swift`, which defines `network`.
        .target(name: "BarePage", dependencies: ["OldApp"]),
        .target(
            name: "GroupedPage",
            dependencies: [
                "OldApp",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        // An HTTP server on a free port of this machine, which serves the page with delays and faults.
        .target(
            name: "PageServer",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),
        // The checks whose result each program prints at its end.
        .target(name: "Verdict"),
        .executableTarget(
            name: "Catalogue",
            dependencies: [
                "PageServer", "Verdict",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        .executableTarget(
            name: "Trace",
            dependencies: [
                "GroupedPage", "OldApp", "PageServer", "Verdict",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        .executableTarget(
            name: "PageLoad",
            dependencies: [
                "BarePage", "GroupedPage", "OldApp", "PageServer", "Verdict",
                .product(name: "Interception", package: "swift-request-groups"),
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
