// Tests of a screen: a client that answers when the test says so, and in every order.

// XCTest has names of its own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Interception

// snippet: scripted client
// Stands in for the client. The wrapper around it is the one that the app has.
final class ScriptedTool: NetworkTool {
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
// end: scripted client

// snippet: every order
@MainActor
func testThatThePageEnds() throws {
    try withEveryCompletionOrder(answers: .success("[]"), .failure(Offline())) { script in
        let page = HomePage(network: InterceptingClient(ScriptedTool(script)))
        page.load()
        try script.answerAll()  // each request succeeds and fails, in each order
        XCTAssertFalse(page.isSpinning, "\(script)")  // POST profile → POST feed (failed)
    }
}
// end: every order

// snippet: one order
@MainActor
func testThatTheFeedMayComeLast() throws {
    let script = ScriptedClient<String>()
    let page = HomePage(network: InterceptingClient(ScriptedTool(script)))
    page.load()
    XCTAssertEqual(script.outstanding, ["POST feed", "POST profile"])
    try script.fail("POST profile", with: Offline())
    XCTAssertTrue(page.isSpinning)
    try script.succeed("POST feed", with: "[]")
    XCTAssertFalse(page.isSpinning)
}
// end: one order

// snippet: every order, awaited
@MainActor
func testThatEveryFailureIsReported() async throws {
    try await withEveryCompletionOrder(answers: .success("[]"), .failure(Offline())) { script in
        let page = HomePage(network: InterceptingClient(ScriptedTool(script)))
        async let failures = page.reload()
        try await script.waitForRequests("POST feed", "POST profile")
        try script.answerAll()
        let failed = script.order.filter { $0.hasSuffix("(failed)") }
        let count = await failures.count
        XCTAssertEqual(count, failed.count, "\(script)")
    }
}
// end: every order, awaited

// MARK: - What the app has

struct Offline: Error {}

@MainActor
final class HomePage {
    private let network: InterceptingClient<NetworkTool>
    private var outstanding = 0

    var isSpinning: Bool { outstanding > 0 }

    init(network: InterceptingClient<NetworkTool>) {
        self.network = network
    }

    /// Counts by hand, for a screen that has not moved yet.
    func load() {
        for path in ["feed", "profile"] {
            outstanding += 1
            network.post(path, success: { _ in self.end() }, failure: { _ in self.end() })
        }
    }

    private func end() {
        outstanding -= 1
    }

    /// Waits with a group.
    func reload() async -> [RequestFailure] {
        do {
            try await withRequestGroup("home page") {
                network.post("feed", success: nil, failure: nil)
                network.post("profile", success: nil, failure: nil)
            }
            return []
        } catch {
            return (error as? RequestGroupError)?.failures ?? []
        }
    }
}

/// An old client, as apps have it, which knows nothing of groups.
class NetworkTool {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", onRefusal: failure) { call in
            base.post(path, success: call.success(success), failure: call.failure(failure))
        }
    }
}

// MARK: - XCTest, as far as it is used here

func XCTAssertTrue(_ condition: Bool, _ message: String = "") { precondition(condition, message) }
func XCTAssertFalse(_ condition: Bool, _ message: String = "") { precondition(!condition, message) }
func XCTAssertEqual<Value: Equatable>(_ one: Value, _ other: Value, _ message: String = "") {
    precondition(one == other, message)
}

try testThatThePageEnds()
try testThatTheFeedMayComeLast()
try await testThatEveryFailureIsReported()
