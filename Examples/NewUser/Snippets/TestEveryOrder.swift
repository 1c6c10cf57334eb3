// Tests of a screen with a scripted client, which answers on request and in every order.

// XCTest has names of its own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Interception

// snippet: scripted client
// Replaces the client, in the wrapper of the app.
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

final class ScriptedUploader: Uploader {
    let script: ScriptedClient<String>

    init(_ script: ScriptedClient<String>) {
        self.script = script
    }

    // snippet: scripted callbacks of another shape
    override func upload(
        _ file: String,
        progress: @escaping (Double) -> Void,
        always: (() -> Void)?,
        done: @escaping (_ id: String?, _ status: Int, _ problem: (any Error)?) -> Void
    ) -> Upload {
        let request = script.send("upload \(file)") { (result: Result<String, any Error>) in
            switch result {
            case .success(let id):
                progress(1)
                done(id, 200, nil)
            case .failure(let error): done(nil, 0, error)
            }
            always?()
        }
        return Upload(cancel: request.cancel)
    }
    // end: scripted callbacks of another shape
}

// A preview of a page in one state.
extension HomePage {
    static func preview(_ answer: ScriptedAnswer<String>?) -> HomePage {
        let script = ScriptedClient<String>()
        for label in ["POST feed", "POST profile"] { script.answerAtOnce(label, with: answer) }
        let page = HomePage(network: InterceptingClient(ScriptedTool(script)))
        page.load()
        return page
    }
}

// snippet: every order
@MainActor
func testThatThePageEnds() async throws {
    try await withEveryCompletionOrder(answers: .success("[]"), .failure(Offline())) { script in
        let page = HomePage(network: InterceptingClient(ScriptedTool(script)))
        page.load()
        try script.answerAll()  // over all runs, each request succeeds and fails, in each order
        await Task.yield()  // the group calls its completion in a later turn of the main queue
        XCTAssertFalse(page.isSpinning, "\(script)")  // POST profile → POST feed (failed)
    }
}
// end: every order

// snippet: one order
@MainActor
func testThatTheFeedMayComeLast() async throws {
    let script = ScriptedClient<String>()
    let page = HomePage(network: InterceptingClient(ScriptedTool(script)))
    page.load()
    XCTAssertEqual(script.outstanding, ["POST feed", "POST profile"])
    try script.answer("POST profile", with: .failure(Offline()))
    XCTAssertTrue(page.isSpinning)
    try script.answer("POST feed", with: .success("[]"))
    await Task.yield()
    XCTAssertFalse(page.isSpinning)
}
// end: one order

// snippet: protocol of a closed client
// The methods that the screen calls.
protocol ShopCalls {
    func product(_ id: Int, completion: @escaping (String?, (any Error)?) -> Void)
    func banner(completion: @escaping (String?, (any Error)?) -> Void)
}

// The client has the method `product`. Its method `banner` is static.
extension Shop: ShopCalls {
    func banner(completion: @escaping (String?, (any Error)?) -> Void) {
        Self.banner(completion: completion)
    }
}

let shop = InterceptingClient<any ShopCalls>(Shop.shared)
// end: protocol of a closed client

extension InterceptingClient<any ShopCalls> {
    func product(_ id: Int, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("product", .completion(completion)) { base.product(id, completion: $0) }
    }

    func banner(completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("banner", .completion(completion)) { base.banner(completion: $0) }
    }
}

// snippet: scripted protocol
struct ScriptedShop: ShopCalls {
    let script: ScriptedClient<String>

    func product(_ id: Int, completion: @escaping (String?, (any Error)?) -> Void) {
        script.send("product \(id)", completion: completion)
    }

    // and `banner` in the same way
}
// end: scripted protocol

extension ScriptedShop {
    func banner(completion: @escaping (String?, (any Error)?) -> Void) {
        script.send("banner", completion: completion)
    }
}

func testThatTheShopAnswersBothCalls() throws {
    try withEveryCompletionOrder(answers: .success("tea"), .failure(Offline())) { script in
        let shop = InterceptingClient<any ShopCalls>(ScriptedShop(script: script))
        var answers = 0
        let group = withRequestGroup("shop") {
            shop.product(1) { _, _ in answers += 1 }
            shop.banner { _, _ in answers += 1 }
        } completion: { _ in
        }
        try script.answerAll()
        XCTAssertEqual(answers, 2, "\(script)")
        XCTAssertEqual(group.progress.outstanding, 0, "\(script)")
    }
}

// MARK: - The app

/// A client of another module, with public methods that are not open.
final class Shop: Sendable {
    static let shared = Shop()

    static func banner(completion: @escaping (String?, (any Error)?) -> Void) {}

    func product(_ id: Int, completion: @escaping (String?, (any Error)?) -> Void) {}
}

struct Offline: Error {}

/// A client with several callbacks, and a handle.
class Uploader {
    func upload(
        _ file: String,
        progress: @escaping (Double) -> Void,
        always: (() -> Void)?,
        done: @escaping (_ id: String?, _ status: Int, _ problem: (any Error)?) -> Void
    ) -> Upload {
        Upload {}
    }
}

struct Upload {
    let cancel: () -> Void
}

@MainActor
final class HomePage {
    private let network: InterceptingClient<NetworkTool>
    private(set) var isSpinning = false

    init(network: InterceptingClient<NetworkTool>) {
        self.network = network
    }

    func load() {
        isSpinning = true
        withRequestGroup("home page") {
            network.post("feed", success: nil, failure: nil)
            network.post("profile", success: nil, failure: nil)
        } completion: { _ in
            self.isSpinning = false
        }
    }
}

/// An old client, which does not use groups.
class NetworkTool {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) {
            base.post(path, success: $0, failure: $1)
        }
    }
}

// MARK: - The used part of XCTest

func XCTAssertTrue(_ condition: Bool, _ message: String = "") { precondition(condition, message) }
func XCTAssertFalse(_ condition: Bool, _ message: String = "") { precondition(!condition, message) }
func XCTAssertEqual<Value: Equatable>(_ one: Value, _ other: Value, _ message: String = "") {
    precondition(one == other, message)
}

// MARK: - Checks

for _ in 0..<50 { try await testThatThePageEnds() }
try await testThatTheFeedMayComeLast()
try testThatTheShopAnswersBothCalls()

let upload = ScriptedClient<String>()
var calls: [String] = []
_ = ScriptedUploader(upload)
    .upload(
        "a.png",
        progress: { calls.append("\($0)") },
        always: { calls.append("always") },
        done: { calls.append("\($0 ?? "-") \($1) \($2 == nil)") }
    )
try upload.answer("upload a.png", with: .success("7"))
XCTAssertEqual(calls, ["1.0", "7 200 true", "always"])
let page = HomePage.preview(.failure(Offline()))
await Task.yield()
XCTAssertFalse(page.isSpinning)
XCTAssertTrue(HomePage.preview(nil).isSpinning)
