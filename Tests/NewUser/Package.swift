// swift-tools-version: 6.2

import PackageDescription

// What somebody writes who has read README.md, Migration.md and "Wrapping a client" for the first time: old clients
// that we have not seen, of every shape, their wrappers, and a page. One app of each language mode, and one that is on
// the main actor by default, each a program that ends with status 0 if it saw what it should. What is the same in
// several apps stands in Swift5App, and is linked from there.
//
//     swift run --package-path Tests/NewUser Swift5App
let package = Package(
    name: "NewUser",
    platforms: [.macOS(.v13)],
    // Each file of Snippets/ is a program, which links what this product links.
    products: [.library(name: "OldKit", targets: ["OldKit"])],
    dependencies: [.package(name: "swift-request-groups", path: "../..")],
    targets: [
        // The clients of others: in the Swift 5 mode, and with callbacks on a queue of their own.
        .target(
            name: "OldKit",
            dependencies: [.product(name: "Interception", package: "swift-request-groups")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "Swift5App",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"), "OldKit",
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "Swift6App",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"), "OldKit",
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "MainActorApp",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"), "OldKit",
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]
        ),
    ]
)
