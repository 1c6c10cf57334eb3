// swift-tools-version: 6.2

import PackageDescription

// The code of a user who has read README.md, Migration.md and "Wrapping a client": old clients of many shapes, their
// wrappers, and a page. There is one app for each language mode, and one on the main actor by default. Each exits
// with status 0 if all expectations were met. Files that several apps share are in Swift6App, with symbolic links in
// the others.
//
//     swift run --package-path Examples/NewUser Swift5App
let package = Package(
    name: "NewUser",
    platforms: [.macOS(.v13)],
    // Each file of Snippets/ is a program, which links the targets of this product.
    products: [.library(name: "OldKit", targets: ["OldKit"])],
    dependencies: [.package(name: "swift-request-groups", path: "../..")],
    targets: [
        // Third-party clients, in the Swift 5 mode, which call back on their own queue, and the client of most snippets.
        .target(
            name: "OldKit",
            dependencies: [.product(name: "Interception", package: "swift-request-groups")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        app("Swift5App", .swiftLanguageMode(.v5)),
        app("Swift6App", .swiftLanguageMode(.v6)),
        app("MainActorApp", .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)),
        // The wrapper of Integrations/Alamofire, as a symbolic link, around a stub of Alamofire.
        .target(name: "Alamofire"),
        .executableTarget(
            name: "AlamofireApp",
            dependencies: [
                .product(name: "Interception", package: "swift-request-groups"), "Alamofire",
            ]
        ),
    ]
)

func app(_ name: String, _ settings: SwiftSetting...) -> Target {
    .executableTarget(
        name: name,
        dependencies: [.product(name: "Interception", package: "swift-request-groups"), "OldKit"],
        swiftSettings: settings
    )
}
