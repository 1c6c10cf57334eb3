// swift-tools-version: 6.2

import PackageDescription

// Apple requires this manifest because ResponseCache reads the dates and sizes of its own files with `fstat` and
// `fstatat`. A resource adds a bundle and an accessor to a target, which only Apple's platforms need. A package
// manifest knows the build machine, not the target platform: a build on a Mac for another system contains both.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if canImport(Darwin)
let hasPrivacyManifest = true
#else
let hasPrivacyManifest = false
#endif

// The root package has no dependencies. Code that needs one, such as an HTTP server, is in a nested package.
let package = Package(
    name: "swift-request-groups",
    platforms: [
        // `Duration` and `Clock` require these versions.
        .iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
    ],
    products: [
        // The product for most apps; it re-exports GroupContext.
        .library(name: "Interception", targets: ["Interception"]),
        // Groups alone, without Foundation and Dispatch.
        .library(name: "GroupContext", targets: ["GroupContext"]),
        // `swift package wrap-client NetworkTool` writes the wrapper of a client.
        .plugin(name: "WrapClient", targets: ["WrapClient"]),
        // `swift package check-wrappers` reports wrappers that are out of date.
        .plugin(name: "CheckWrappers", targets: ["CheckWrappers"]),
        // The wrap-client command as a program, for clients outside any package: `swift run wrap-client
        // --symbol-graph …`.
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
        // The command that writes wrappers: its logic, its program, and the plugin that calls the program. An app
        // that depends on a library product builds them only when it calls the command.
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
                    .writeToPackageDirectory(
                        reason: """
                            It writes the wrapper into a target. To allow that without a question: \
                            swift package --allow-writing-to-package-directory wrap-client …
                            """
                    )
                ]
            ),
            dependencies: ["wrap-client"]
        ),
        // Most files of the plugins are symbolic links to files of the other plugin or of the logic, because a plugin
        // cannot import a module.
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

        // Test support: gates, manual clocks, seeded random numbers and, in the second target, clients to wrap.
        .target(name: "TestSupport", dependencies: ["GroupContext"], path: "Tests/Support"),
        .target(
            name: "InterceptionTestSupport",
            dependencies: ["Interception", "TestSupport"],
            path: "Tests/InterceptionTestSupport"
        ),
        .testTarget(name: "GroupContextTests", dependencies: ["GroupContext", "TestSupport"]),
        .testTarget(name: "InterceptionTests", dependencies: ["InterceptionTestSupport"]),
        .testTarget(name: "URLSessionTests", dependencies: ["InterceptionTestSupport"]),
        // Exhaustive models and tests with very many requests, which take minutes without optimization.
        .testTarget(name: "LongTests", dependencies: ["InterceptionTestSupport"]),
        .testTarget(name: "TextTests", dependencies: ["InterceptionTestSupport"]),
        // These tests build the command's logic for the target platform; the plugins build it for the host.
        .testTarget(
            name: "WrapClientTests",
            dependencies: ["ClientWrapping"],
            exclude: ["Graphs"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Builds the named test targets, and neither plugins nor programs:
//
//     REQUEST_GROUPS_TESTS="GroupContextTests InterceptionTests" swift test --sanitize=thread
//
// Without names, two slow targets are omitted; scripts/check runs them.
let chosen = Context.environment["REQUEST_GROUPS_TESTS"]?.split(separator: " ").map(String.init)
if let chosen {
    package.products = []
    package.targets.removeAll { target in
        switch target.type {
        case .test: !chosen.contains(target.name)
        case .regular: target.name == "ClientWrapping" && !chosen.contains("WrapClientTests")
        default: true
        }
    }
} else {
    package.targets.removeAll { ["LongTests", "WrapClientTests"].contains($0.name) }
}

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
    #if compiler(>=6.3)
    // Every public type declares whether it is Sendable.
    if ["GroupContext", "Interception"].contains(target.name) {
        target.swiftSettings?.append(.treatWarning("ExplicitSendable", as: .error))
    }
    #endif
    // Optimization doubles the compile time of tests, so `-c release` optimizes only tests that contain much inlined
    // library code or explore many states; these four do not.
    let plain = ["InterceptionTests", "URLSessionTests", "TextTests", "WrapClientTests"]
    if chosen != nil, plain.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
}
