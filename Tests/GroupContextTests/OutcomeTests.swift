@Suite struct `The outcome of a group` {
    @Test func `an outcome has the body's value and the requests' failures`() async {
        let outcome = await withRequestGroupOutcome("page") { group in
            group.enter("a")?.leave(throwing: ClientError("no"))
            group.enter("b")?.leave()
            return 42
        }
        #expect(outcome.value == 42)
        #expect(outcome.failures.map(\.label) == ["a"])
        #expect((outcome.error as? RequestGroupError)?.groupName == "page")
        #expect("\(outcome)" == outcome.error.map { "\($0)" })
        #expect(throws: RequestGroupError.self) { try outcome.get() }
    }

    @Test func `an outcome has the body's error and the requests' failures (C3)`() async {
        let outcome = await withRequestGroupOutcome { group throws(ClientError) -> Int in
            group.enter("a")?.leave(throwing: ClientError("request"))
            throw ClientError("body")
        }
        #expect(throws: ClientError("body")) { try outcome.body.get() }
        #expect(outcome.failures.map(\.label) == ["a"])
        #expect(throws: ClientError("body")) { try outcome.get() }
        #expect("\(outcome)" == "ClientError\n  #0 a: ClientError")
    }

    @Test func `the outcome of a tolerant group has failures, but no error`() async throws {
        let outcome = await withRequestGroupOutcome(options: .tolerant) { group in
            group.enter("a")?.leave(throwing: ClientError("no"))
            return "value"
        }
        #expect(try outcome.get() == "value")
        #expect("\(outcome)" == "succeeded\n  #0 a: ClientError")
    }

    @Test func `get() of a cancelled group's outcome throws CancellationError (P2)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let membership = group.enter("a")
            membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
            group.cancel()
            return "value"
        }
        #expect(throws: CancellationError.self) { try outcome.get() }
    }

    @Test
    func `a task that is cancelled after its group's requests ended throws nothing (P2)`() async {
        let task = Task {
            await withRequestGroupOutcome(options: .tolerant) { group in
                group.enter("a")?.leave(throwing: ClientError("no"))
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        #expect(await task.value.error == nil)
    }

    @Test func `a failure before its group was cancelled is reported as a cause (P2)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let membership = group.enter("a")
            membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
            group.enter("b")?.leave(throwing: ClientError("no"))
            group.cancel()
        }
        let error = outcome.error as? RequestGroupError
        #expect(error?.code == .cancelled)
        #expect(error?.causes.map(\.label) == ["b"])
        #expect(error?.consequences.map(\.label) == ["a"])
    }

    @Test func `a group cancelled after a failure throws requestsFailed, not cancelled (P2)`() {
        let group = RequestGroup(opening: "page", options: [])
        group.enter("a")?.leave(throwing: ClientError("no"))
        group.cancel()
        group.close(bodyThrew: false)
        #expect(group.error?.code == .requestsFailed)
    }

    @Test(arguments: [[] as RequestGroupOption, .tolerant, .failFast])
    func `cancelling the task throws CancellationError (P2)`(_ policy: RequestGroupOption) async {
        let entered = Gate()
        let task = Task {
            try await withRequestGroup(options: policy) { group in
                let membership = group.enter("a")
                membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
                entered.open()
                return "value"
            }
        }
        await entered.waitUntilOpen()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
