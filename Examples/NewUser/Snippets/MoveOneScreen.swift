// One screen uses the wrapper; all others still use the bare client.

// A property keeps the name of the type that it replaces.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Interception
import OldKit

// snippet: one screen
typealias BareNetworkTool = NetworkTool  // or OldModule.NetworkTool, wherever it comes from

extension HomePage {
    // The wrapped client. `unsafe` is safe here: only a test sets the property, before it makes the screen.
    enum NetworkTool {
        nonisolated(unsafe) static var shared = InterceptingClient(BareNetworkTool.shared)
    }
}

@MainActor
final class HomePage {
    func load() {
        withRequestGroup("home page") {
            NetworkTool.shared.post("feed", success: nil, failure: nil)  // as before
        } completion: { _ in
            self.appear()
        }
    }

    func appear() { isSpinning = false }

    private(set) var isSpinning = true
}
// end: one screen

@MainActor
func testThatTheHomePageEnds() async throws {
    defer { HomePage.NetworkTool.shared = InterceptingClient(BareNetworkTool.shared) }
    try await withEveryCompletionOrder(answers: .success("[]"), .failure(Offline())) { script in
        HomePage.NetworkTool.shared = InterceptingClient(ScriptedTool(script))
        let page = HomePage()
        page.load()
        try script.answerAll()
        await Task.yield()
        XCTAssertFalse(page.isSpinning, "\(script)")
    }
}

typealias BareImageAPI = ImageAPI

extension Gallery {
    var ImageAPI: InterceptingClient<BareImageAPI.Type> { InterceptingClient(BareImageAPI.self) }
}

@MainActor
final class Gallery {
    func load() {
        withRequestGroup("gallery") {
            ImageAPI.banner { _, _ in }  // as before
            ImageAPI.shared.image("cat") { _, _ in }  // as before
        } completion: { _ in
        }
    }
}

extension InterceptingClient<ImageAPI.Type> {
    var shared: InterceptingClient<ImageAPI> {
        InterceptingClient<ImageAPI>(base.shared, settings: interceptionSettings)
    }

    func banner(completion: @escaping (Data?, (any Error)?) -> Void) {
        intercept("banner", .completion(completion)) { base.banner(completion: $0) }
    }
}

// snippet: all screens
// The client, renamed. Leave a client of another module as it is, and write OldModule.ImageTool below.
final class BareImageTool: Sendable {
    static let shared = BareImageTool()
}

// Its old name now means the wrapper, in every call of the app.
enum ImageTool {
    static let shared = InterceptingClient(BareImageTool.shared)
}
// end: all screens

// snippet: coverage
struct Log: RequestGroupObserver {
    func observe(_ event: RequestGroupEvent) { print(event) }
}

withRequestGroup("home page", options: .observer(Log())) {
    HomePage.NetworkTool.shared.post("feed", success: nil, failure: nil)  // is printed
    NetworkTool.shared.post("profile", success: nil, failure: nil)  // is not: the bare client
} completion: { _ in
}
// end: coverage

// MARK: - What the app had before

/// The scripted client of another snippet.
final class ScriptedTool: NetworkTool, @unchecked Sendable {
    private let script: ScriptedClient<String>

    init(_ script: ScriptedClient<String>) {
        self.script = script
    }

    override func post(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        script.send("POST \(path)", success: success, failure: failure)
    }
}

struct Offline: Error {}

func XCTAssertFalse(_ condition: Bool, _ message: String) { precondition(!condition, message) }

final class ImageAPI: Sendable {
    static let shared = ImageAPI()

    static func banner(completion: @escaping (Data?, (any Error)?) -> Void) {
        completion(nil, nil)
    }

    func image(_ name: String, completion: @escaping (Data?, (any Error)?) -> Void) {
        completion(nil, nil)
    }
}

extension InterceptingClient<ImageAPI> {
    func image(_ name: String, completion: @escaping (Data?, (any Error)?) -> Void) {
        intercept("image", .completion(completion)) { base.image(name, completion: $0) }
    }
}

Gallery().load()
for _ in 0..<50 { try await testThatTheHomePageEnds() }
