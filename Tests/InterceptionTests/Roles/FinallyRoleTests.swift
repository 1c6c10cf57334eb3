@testable import InterceptionTestSupport

@Suite struct `The finally role` {
    private typealias Start = (() -> Void, (any Error) -> Void, () -> Void) -> Void

    /// Issues a request whose client calls the callbacks as the closure says.
    private func issue(finally: @escaping () -> Void = {}, _ start: @escaping Start) {
        let failure: (any Error) -> Void = { _ in }
        InterceptingClient(()).intercept("a", .success {}, .failure(failure), .finally(finally)) {
            start($0, $1, $2)
        }
    }

    @Test(arguments: [nil, ClientError("no")], [true, false])
    func `a finally callback, even if lost, ends its request with the earlier outcome (M1, M3)`(
        error: ClientError?,
        isLost: Bool
    ) async throws {
        let seen = Journal<[String]>()
        let failures = try await failuresOfGroup { group in
            issue(finally: { seen.append(group.outstanding) }) { success, failure, finally in
                if let error { failure(error) } else { success() }
                #expect(group.outstanding == ["a"])
                if !isLost { finally() }
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
            issue { success, failure, finally in
                success()
                failure(ClientError("too late"))
                finally()
                finally()
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
