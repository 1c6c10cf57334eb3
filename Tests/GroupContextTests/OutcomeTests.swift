import GroupContext
import TestSupport
import Testing

@Suite struct `How a group ended` {
    @Test func `both the value of the body and the failures of its requests are returned`() async {
        let outcome = await withRequestGroupOutcome("page") { group in
            group.enter("a")?.leave(throwing: ClientError("no"))
            group.enter("b")?.leave()
            return 42
        }
        #expect(outcome.value == 42)
        #expect(outcome.failures.map(\.label) == ["a"])
        #expect((outcome.error as? RequestGroupError)?.groupName == "page")
        #expect(throws: RequestGroupError.self) { try outcome.get() }
    }

    @Test func `both the error of the body and the failures of its requests are returned (C3)`()
        async
    {
        let outcome = await withRequestGroupOutcome { group throws(ClientError) -> Int in
            group.enter("a")?.leave(throwing: ClientError("request"))
            throw ClientError("body")
        }
        #expect(throws: ClientError("body")) { try outcome.body.get() }
        #expect(outcome.failures.map(\.label) == ["a"])
        #expect(throws: ClientError("body")) { try outcome.get() }
    }

    @Test func `a group waits for every request under every policy (C1)`() async {
        for policy in [RequestGroupOption.combining([]), .tolerant, .failFast] {
            let released = Gate()
            let outcome = await withRequestGroupOutcome(options: policy) { group in
                let membership = group.enter("a")
                Task.detached {
                    await released.opened()
                    membership?.leave()
                }
                released.open()
                return group
            }
            #expect(outcome.value.progress == GroupProgress(finished: 1, total: 1))
            #expect(outcome.error == nil)
        }
    }

    @Test func `a tolerant group that has failed has a value and no error`() async throws {
        let outcome = await withRequestGroupOutcome(options: .tolerant) { group in
            group.enter("a")?.leave(throwing: ClientError("no"))
            return "value"
        }
        #expect(try outcome.get() == "value")
        #expect(outcome.failures.count == 1)
    }

    // MARK: - Cancelled

    @Test func `a group without any cause ends with CancellationError (P2)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let membership = group.enter("a")
            membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
            group.cancel()
        }
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `a cause is reported although the group was cancelled later (P2)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let membership = group.enter("a")
            membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
            group.enter("b")?.leave(throwing: ClientError("no"))
            group.cancel()
        }
        let error = outcome.error as? RequestGroupError
        #expect(error?.code == .cancelled)
        #expect(error?.causes.map(\.label) == ["b"])
        #expect(error?.echoes.map(\.label) == ["a"])
    }

    @Test func `a cancelled group whose requests all succeeded succeeds (P2)`() async throws {
        let value = try await withRequestGroup { group in
            group.cancel()
            return 1
        }
        #expect(value == 1)
    }

    @Test(arguments: [RequestGroupOption.combining([]), .tolerant, .failFast])
    func `cancelling the awaiting task is CancellationError, tolerant or not (P2)`(
        _ policy: RequestGroupOption
    ) async {
        let entered = Gate()
        let task = Task {
            try await withRequestGroup(options: policy) { group in
                let membership = group.enter("a")
                membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
                entered.open()
                return "value"
            }
        }
        await entered.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
