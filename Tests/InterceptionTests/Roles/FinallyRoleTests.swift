import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The finally role` {
    struct Network: RequestIntercepting {
        /// Issues a request whose client calls the callbacks as the closure says.
        func issue(
            finally: @escaping () -> Void = {},
            _ call: @escaping (Callbacks) -> Void
        ) {
            let failure: (any Error) -> Void = { _ in }
            intercept("a", .success {}, .failure(failure), .finally(finally)) {
                call(Callbacks(success: $0, failure: $1, finally: $2))
            }
        }
    }

    struct Callbacks {
        let success: () -> Void
        let failure: (any Error) -> Void
        let finally: () -> Void

        func answer(_ error: ClientError?) {
            if let error { failure(error) } else { success() }
        }
    }

    static let errors = [nil, ClientError("no")]

    @Test(arguments: errors)
    func `the request stays until finally has returned, and leaves with the outcome before it (M1)`(
        error: ClientError?
    ) async throws {
        let seen = Journal<[String]>()
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Network().issue(finally: { seen.append(group.outstanding) }) { callbacks in
                callbacks.answer(error)
                #expect(group.outstanding == ["a"])
                callbacks.finally()
                #expect(group.outstanding.isEmpty)
            }
            return group.failures
        }
        #expect(seen.entries == [["a"]])
        #expect(failures.map { $0.error as? ClientError } == (error.map { [$0] } ?? []))
    }

    @Test(arguments: errors)
    func `losing the finally callback ends the request with the outcome before it (M3)`(
        error: ClientError?
    ) async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Network().issue { $0.answer(error) }
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map { $0.error as? ClientError } == (error.map { [$0] } ?? []))
    }

    @Test func `losing all callbacks ends the request as lost (M3)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Network().issue { _ in }
            return group.failures
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `the first outcome counts, and observers are notified of a second finally (M2)`()
        async throws
    {
        let recorder = EventRecorder()
        let failures = try await withRequestGroup(options: .tolerant, .observer(recorder)) {
            group in
            Network().issue { callbacks in
                callbacks.success()
                callbacks.failure(ClientError("too late"))
                callbacks.finally()
                callbacks.finally()
            }
            return group.failures
        }
        #expect(failures.isEmpty)
        #expect(
            recorder.lines == [
                "opened", "entered a", "duplicate callback a", "left a", "duplicate callback a",
                "completed",
            ]
        )
    }

    @Test func `a request issued from finally joins the group (S2)`() async throws {
        let client = ManualClient()
        try await withRequestGroup { group in
            Network().issue(finally: { InterceptingClient(client).get("b") }) { callbacks in
                callbacks.success()
                callbacks.finally()
            }
            #expect(group.outstanding == ["GET b"])
            try client.succeed("b")
        }
    }

    @Test func `a client that throws and keeps its callbacks ends the request (M1)`() async throws {
        let kept = Locked<(@Sendable () -> Void)?>(nil)
        let failures = try await withRequestGroup(options: .tolerant) { group in
            let cancel = { @Sendable (_: Int) in }
            let always: @Sendable () -> Void = {}
            #expect(throws: ClientError("no")) {
                try Network().intercept("a", .finally(always), cancel: cancel) { finally -> Int in
                    kept.withLock { $0 = finally }
                    throw ClientError("no")
                }
            }
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map { $0.error as? ClientError } == [ClientError("no")])
        kept.withLock { $0 = nil }
    }
}
