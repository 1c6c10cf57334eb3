// swift-tools-version: 6.2

import PackageDescription

// The package of somebody who has an old client and has never seen this library: no wrapper is here.
// `scripts/firstuse` copies it, calls the command, changes the one line, and looks at what has changed.
let package = Package(
    name: "OldApp",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-request-groups", path: "../..")],
    targets: [
        .target(name: "OldKit", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "OldApp",
            dependencies: [
                "OldKit", .product(name: "Interception", package: "swift-request-groups"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ]
)
