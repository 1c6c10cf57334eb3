// swift-tools-version: 6.2

import PackageDescription

// What the library does as programs, on a real HTTP server:
//
//     swift run --package-path Examples PageLoad     the main job: an old page in groups
//     swift run --package-path Examples Catalogue    batch, chain, cache and stubs
//     swift run --package-path Examples Trace        one trace of the page, from the app to the server
let package = Package(
    name: "Examples",
    platforms: [
        // `Mutex` of the Synchronization module sets this floor, which is not that of the library.
        .macOS(.v15)
    ],
    dependencies: [
        .package(name: "swift-request-groups", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    ],
    targets: [
        // What an app had before: its network client, and what its callbacks fill. Knows nothing
        // of request groups.
        .target(name: "OldApp"),
        // One file of call sites, compiled twice: `GroupedPage/HomePage.swift` is a symbolic link
        // to `BarePage/HomePage.swift`, so the two cannot differ in a byte. What does differ is
        // `Network.swift` of each target, which says what `network` is.
        .target(name: "BarePage", dependencies: ["OldApp"]),
        .target(
            name: "GroupedPage",
            dependencies: [
                "OldApp",
                .product(name: "Interception", package: "swift-request-groups"),
            ]
        ),
        // Serves the page on a free port of this machine, slowly and with faults.
        .target(
            name: "PageServer",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),
        // Says at the end of a program whether everything came as expected.
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

// The same as in the root package, where each is explained.
let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]

for target in package.targets {
    target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
}
