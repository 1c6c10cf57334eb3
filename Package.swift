// swift-tools-version: 6.2

import PackageDescription

// What Apple wants declared: ResponseCache asks for the dates and sizes of its own files, with `fstat` and
// `fstatat`. A resource gives a target a bundle and an accessor in code, which nobody needs off Apple's
// platforms. A manifest knows only where it is read: built for another system on a Mac, the target has both.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if canImport(Darwin)
let hasPrivacyManifest = true
#else
let hasPrivacyManifest = false
#endif

// The root package has no package dependency, and never gets one: whatever needs another package
// (an HTTP server, a benchmark harness) lives in a nested package of its own.
let package = Package(
    name: "swift-request-groups",
    platforms: [
        // `Duration` and `Clock` set this floor; nothing newer is used.
        .iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
    ],
    products: [
        // What most people import: it re-exports GroupContext.
        .library(name: "Interception", targets: ["Interception"]),
        // Groups alone, without Foundation and Dispatch.
        .library(name: "GroupContext", targets: ["GroupContext"]),
        // `swift package wrap-client NetworkTool` writes the wrapper of a client.
        .plugin(name: "WrapClient", targets: ["WrapClient"]),
        // `swift package check-wrappers` says which of them are out of date.
        .plugin(name: "CheckWrappers", targets: ["CheckWrappers"]),
        // The same for what is in no package: `swift run wrap-client --symbol-graph …`.
        .executable(name: "wrap-client", targets: ["wrap-client"]),
    ],
    targets: [
        .target(name: "GroupContext"),
        .target(
            name: "Interception",
            dependencies: ["GroupContext"],
            exclude: hasPrivacyManifest ? [] : [privacyManifest],
            resources: hasPrivacyManifest ? [.copy(privacyManifest)] : []
        ),
        // The command that writes wrappers: its logic, its program, and the plugin that calls it. Nobody
        // who depends on a library builds them, until the command is called.
        .target(name: "ClientWrapping", path: "Plugins/ClientWrapping"),
        .executableTarget(
            name: "wrap-client",
            dependencies: ["ClientWrapping"],
            path: "Plugins/wrap-client"
        ),
        .plugin(
            name: "WrapClient",
            capability: .command(
                intent: .custom(
                    verb: "wrap-client",
                    description: "Write the wrapper of a client, so that its requests enter groups"
                ),
                permissions: [
                    .writeToPackageDirectory(reason: "It writes the wrapper into a target.")
                ]
            ),
            dependencies: ["wrap-client"]
        ),
        // Most of its files are symbolic links to those of the other plugin: plugins cannot share a module.
        .plugin(
            name: "CheckWrappers",
            capability: .command(
                intent: .custom(
                    verb: "check-wrappers",
                    description: "Check that the wrappers of clients are up to date; writes nothing"
                )
            ),
            dependencies: ["wrap-client"]
        ),

        // The code of README.md, Migration.md and the articles is in Snippets/, which SwiftPM compiles with every
        // build of this package, each file as a program of its own.

        // What both test targets wait with: events, a clock of their own, seeded randomness.
        .target(name: "TestSupport", dependencies: ["GroupContext"], path: "Tests/Support"),
        .testTarget(name: "GroupContextTests", dependencies: ["GroupContext", "TestSupport"]),
        .testTarget(name: "InterceptionTests", dependencies: ["Interception", "TestSupport"]),
        .testTarget(
            name: "WrapClientTests",
            dependencies: ["ClientWrapping"],
            exclude: ["Graphs"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

let upcomingFeatures = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    "ExistentialAny",
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    "InternalImportsByDefault",
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    "MemberImportVisibility",
    // An async closure parameter keeps the isolation of the caller.
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    "NonisolatedNonsendingByDefault",
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    "InferIsolatedConformances",
]

for target in package.targets where target.type != .plugin {
    target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
}
