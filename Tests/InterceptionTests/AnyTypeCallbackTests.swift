@testable import InterceptionTestSupport

/// Failure callbacks of types as in old clients, with and without annotations of Objective-C.
@Suite struct `Failure callbacks of any types` {
    struct Network: RequestIntercepting {}

    let seen = Journal<String>()

    @Test(arguments: [NSError(domain: "old", code: 7), nil])
    func `a failure callback without an error fails the group too (I5)`(error: NSError?) async {
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        let failure: ((NSError?) -> Void)! = { seen.append("\($0?.code ?? 0)") }
        let outcome = await withRequestGroupOutcome {
            Network().intercept("a", .failure(failure)) { $0?(error) }
        }
        #expect(seen.entries == ["\(error?.code ?? 0)"])
        #expect(outcome.failures.map { $0.error is UnexplainedFailureError } == [error == nil])
    }

    @Test
    func `a rejection calls only failure callbacks whose error type can carry it (I3, I5)`() async {
        let any: ((any Error) -> Void)? = { seen.append("any \($0 is CancellationError)") }
        let objective: @Sendable (NSError?) -> Void = { [seen] error in
            seen.append("objective \(error?.domain.contains("Cancellation") == true)")
        }
        let typed: (ClientError) -> Void = { _ in seen.append("typed") }
        let optional: (ClientError?) -> Void = { _ in seen.append("optional") }
        let outcome = await withRequestGroupOutcome { group in
            group.cancel()
            Network().intercept("a", .failure(any)) { _ in seen.append("started") }
            Network().intercept("b", .failure(objective)) { _ in seen.append("started") }
            Network().intercept("c", .failure(typed)) { _ in seen.append("started") }
            Network().intercept("d", .failure(optional)) { _ in seen.append("started") }
            _ = await seen.waitForFirst(2)
        }
        #expect(seen.entries.sorted() == ["any true", "objective true"])
        #expect(outcome.failures.map(\.reason) == Array(repeating: .cancelled, count: 4))
    }
}
