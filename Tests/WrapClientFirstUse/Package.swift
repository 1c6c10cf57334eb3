// swift-tools-version: 6.2

import PackageDescription

// The package of a new user with an old client and no wrapper.
// `scripts/firstuse` copies it, calls the command, changes one line for each client, and checks the result.
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
