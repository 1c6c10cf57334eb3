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

        // Events to wait for, a clock that tests move, seeded randomness; and clients to wrap.
        .target(name: "TestSupport", dependencies: ["GroupContext"], path: "Tests/Support"),
        .target(
            name: "InterceptionTestSupport",
            dependencies: ["Interception", "TestSupport"],
            path: "Tests/InterceptionTestSupport"
        ),
        .testTarget(name: "GroupContextTests", dependencies: ["GroupContext", "TestSupport"]),
        .testTarget(name: "InterceptionTests", dependencies: ["InterceptionTestSupport"]),
        .testTarget(name: "URLSessionTests", dependencies: ["InterceptionTestSupport"]),
        // Models in every order, and floods: minutes, unless they are optimised.
        .testTarget(name: "LongTests", dependencies: ["InterceptionTestSupport"]),
        .testTarget(name: "TextTests", dependencies: ["InterceptionTestSupport"]),
        // They need the logic of the command for this machine, which the plugins have built for theirs.
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
// Without names two targets are left out, as they make `swift test` slow; scripts/check runs them.
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
    // With `-c release` the library is optimised, and only those tests into which much of it is inlined: they take twice as
    // long to compile.
    if chosen != nil, ["URLSessionTests", "TextTests", "WrapClientTests"].contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
}
