import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// A client whose callback parameters do not escape.
///
/// The compiler leaks a callback that is passed to such a parameter from a closure that owns its parameters.
private struct NonescapingClient: Sendable {
    func get(_ done: (Result<Int, ClientError>) -> Void) { done(.success(1)) }

    func post(_ success: ((Any) -> Void)?, _ failure: ((any Error) -> Void)?) { success?(1) }

    func start(_ done: (Int?, (any Error)?) -> Void) -> Int {
        done(1, nil)
        return 1
    }
}

extension InterceptingClient<NonescapingClient> {
    fileprivate func get(_ done: @escaping (Result<Int, ClientError>) -> Void) {
        intercept("get", .completion(done)) { base.get($0) }
    }

    fileprivate func post(_ success: ((Any) -> Void)?, _ failure: ((any Error) -> Void)?) {
        intercept("post", .success(success), .failure(failure)) { base.post($0, $1) }
    }

    fileprivate func start(_ done: @escaping (Int?, (any Error)?) -> Void) -> Int {
        let cancel = { @Sendable (_: Int) in }
        return intercept("start", .completion(done), cancel: cancel) { base.start($0) }
    }

    fileprivate func raw(_ done: @escaping (Result<Int, ClientError>) -> Void) {
        intercept("raw") { call in base.get(call.wrap(.completion(done))) }
    }
}

@Suite(.timeLimit(.ordinary)) struct `Callbacks that do not escape the client` {
    private let client = InterceptingClient(NonescapingClient())

    /// Issues one request in each form, with callbacks that keep a token.
    private func issue(_ token: LiveCount.Token) {
        client.get { _ in token.touch() }
        client.post({ _ in token.touch() }, { _ in token.touch() })
        _ = client.start { _, _ in token.touch() }
        client.raw { _ in token.touch() }
    }

    @Test func `outside any group a callback is released after its request`() {
        let living = LiveCount()
        issue(living.token())
        #expect(living.value == 0)
    }

    @Test func `in a group a callback is released after its request`() async throws {
        let living = LiveCount()
        try await withRequestGroup { _ in issue(living.token()) }
        #expect(living.value == 0)
    }

    @Test func `under a limit a callback is released after its request`() async throws {
        let living = LiveCount()
        try await withRequestGroup(options: .limit(1)) { _ in issue(living.token()) }
        await released(living)
    }

    @Test func `a rejected request releases its callbacks`() async {
        let living = LiveCount()
        _ = await withRequestGroupOutcome { group in
            group.cancel()
            issue(living.token())
        }
        await released(living)
    }

    /// Waits until all tokens are released: another thread may release the last of them.
    private func released(_ living: LiveCount) async {
        await yieldWhile { living.value > 0 }
        #expect(living.value == 0)
    }
}
