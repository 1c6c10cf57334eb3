// One screen uses the wrapper; all others still use the bare client.

// A property keeps the name of the type that it replaces.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Interception
import OldKit

// snippet: one screen
typealias BareNetworkTool = NetworkTool  // or OldModule.NetworkTool, if another module declares it

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
    HomePage.NetworkTool.shared.post("feed", success: nil, failure: nil)  // printed
    NetworkTool.shared.post("profile", success: nil, failure: nil)  // not printed: bare client
} completion: { _ in
}
// end: coverage

// MARK: - The app without groups

/// The scripted client of TestEveryOrder.swift.
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

// MARK: - Checks

for _ in 0..<50 { try await testThatTheHomePageEnds() }
