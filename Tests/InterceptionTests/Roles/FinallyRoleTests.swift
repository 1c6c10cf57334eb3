@testable import InterceptionTestSupport

@Suite struct `The finally role` {
    struct Network: RequestIntercepting {
        /// Issues a request whose client calls the callbacks as the closure says.
        func issue(finally: @escaping () -> Void = {}, _ call: @escaping (Callbacks) -> Void) {
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

    @Test(arguments: errors, [true, false])
    func `a finally callback, even if lost, ends its request with the earlier outcome (M1, M3)`(
        error: ClientError?,
        isLost: Bool
    ) async throws {
        let seen = Journal<[String]>()
        let failures = try await failuresOfGroup { group in
            Network().issue(finally: { seen.append(group.outstanding) }) { callbacks in
                callbacks.answer(error)
                #expect(group.outstanding == ["a"])
                if !isLost { callbacks.finally() }
                #expect(group.outstanding == (isLost ? ["a"] : []))
            }
            #expect(group.outstanding.isEmpty)
        }
        #expect(seen.entries == (isLost ? [] : [["a"]]))
        #expect(failures.map { $0.error as? ClientError } == (error.map { [$0] } ?? []))
    }

    @Test
    func `the first outcome counts, and a repeated finally is a duplicate (M2)`() async throws {
        let recorder = EventRecorder()
        let failures = try await failuresOfGroup(options: .observer(recorder)) { _ in
            Network().issue { callbacks in
                callbacks.success()
                callbacks.failure(ClientError("too late"))
                callbacks.finally()
                callbacks.finally()
            }
        }
        #expect(failures.isEmpty)
        #expect(
            recorder.lines == [
                "opened", "entered a", "duplicate callback a", "left a", "duplicate callback a",
                "completed",
            ]
        )
    }
}
