// swift-tools-version: 6.2

import PackageDescription

// What somebody writes who has read README.md and Migration.md for the first time: an old client that we
// have not seen, its wrapper, and a page. One app of each language mode, each a program that ends with
// status 0 if its page saw what it should.
//
//     swift run --package-path Tests/NewUser Swift5App
let package = Package(
    name: "NewUser",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-request-groups", path: "../..")],
    targets: [
        .executableTarget(
            name: "Swift5App",
            dependencies: [.product(name: "Interception", package: "swift-request-groups")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "Swift6App",
            dependencies: [.product(name: "Interception", package: "swift-request-groups")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
    ]
)
