// swift-tools-version: 6.2

import PackageDescription

// Clients of every shape, the wrappers that `swift package wrap-client` writes for them, and programs in
// both language modes that call every method: answered, failed, lost, twice, cancelled and rejected.
// `scripts/wrappers` writes the wrappers.
//
//     swift run --package-path Tests/WrapClient Swift5App
let package = Package(
    name: "WrapClientTests",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-request-groups", path: "../..")],
    targets: [
        // Like most old clients, these are public and in the Swift 5 language mode.
        .target(
            name: "Clients",
            dependencies: [.product(name: "Interception", package: "swift-request-groups")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // The folder of the second program is a symbolic link to the folder of the first program.
        .executableTarget(
            name: "Swift5App",
            dependencies: [
                "Clients", .product(name: "Interception", package: "swift-request-groups"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "Swift6App",
            dependencies: [
                "Clients", .product(name: "Interception", package: "swift-request-groups"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
    ]
)
