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

    enum Place: CaseIterable { case outside, group, limitedGroup, cancelledGroup }

    @Test(arguments: Place.allCases)
    func `a callback is released when its request has ended`(place: Place) async throws {
        let living = LiveCount()
        if place == .outside {
            issue(living.token())
        } else {
            let limit: RequestGroupOption = place == .limitedGroup ? .limit(1) : []
            try await withRequestGroup(options: limit, .tolerant) { group in
                if place == .cancelledGroup { group.cancel() }
                issue(living.token())
            }
        }
        // Another thread may release the last token.
        await yieldWhile { living.value > 0 }
        #expect(living.value == 0)
    }
}
