@Suite(.timeLimit(.ordinary)) struct `A membership` {
    @Test func `the first answer's error counts, even if the second ends later (M2)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let membership = group.enter("request")
            let errors = [ClientError("first"), ClientError("second")]
            let begun = errors.map { membership?.beginAnswer($0) == true }
            for (isFirst, error) in zip(begun, errors) {
                membership?.endAnswer(isFirst: isFirst, error)
            }
        }
        #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("first")])
    }

    @Test func `a request whose callback runs at the deadline counts once (M6)`() async throws {
        _ = try? await withRequestGroup { group in
            let membership = group.enter("request")
            membership?.leaveAfterFinally(needsAnswer: false)
            membership?.answer(nil) {
                membership?.runFinally {}
                group.cancel(.deadline)
            }
            #expect(group.progress == GroupProgress(finished: 1, failed: 0, total: 1))
        }
    }

    @Test func `a cancelled request answered at the deadline is cancelled (P1, P3)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let membership = group.enter("request")
            membership?.onCancel {}
            group.cancel()
            membership?.answer(ClientError("no")) { group.cancel(.deadline) }
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `a request whose membership is released unanswered is lost (M3)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                _ = group.enter("GET /feed")
                #expect(group.progress == GroupProgress(finished: 1, failed: 1, total: 1))
            }
        }
        #expect(error?.failures.map(\.reason) == [.lostCallback])
        #expect(
            error?.failures.first?.error as? LostCallbackError
                == LostCallbackError(label: "GET /feed")
        )
        #expect(error?.code == .requestsFailed)
    }

    @Test func `a group whose requests have all left stays open in its body (M4)`() async throws {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .observer(recorder)) { group in
            for number in 0..<3 { group.enter("\(number)")?.leave() }
            #expect(!recorder.lines.contains("completed"))
        }
        #expect(recorder.lines.last == "completed")
    }

    @Test func `entering a completed group is rejected and reported (C5)`() async throws {
        let recorder = EventRecorder()
        let group = try await withRequestGroup("page", options: .observer(recorder)) { $0 }
        #expect(group.enter("stray timer") == nil)
        #expect(recorder.lines == ["opened", "empty", "completed", "late request stray timer"])
        #expect(group.progress.total == 0)
    }

    @Test func `only the innermost completed group reports a late request (C5)`() async throws {
        let recorder = EventRecorder()
        let inner = try await withRequestGroup("outer", options: .observer(recorder)) {
            try await withRequestGroup("inner") { $0 }
        }
        #expect(inner.enter("late") == nil)
        let late = recorder.events.filter { $0.kind == .lateRequest }
        #expect(late.map(\.groupName) == ["inner"])
    }

    @Test func `cancel handlers run in the order in which they were added`() async throws {
        let order = Locked<[Int]>([])
        try await withRequestGroup(options: .tolerant) { group in
            let membership = group.enter("request")
            for number in 0..<3 { membership?.onCancel { order.withLock { $0.append(number) } } }
            group.cancel()
            membership?.leave()
        }
        #expect(order.withLock { $0 } == [0, 1, 2])
    }

    @Test func `a request whose finally callback is lost keeps its answer (M3)`() async throws {
        try await withRequestGroup { group in
            var membership = group.enter("request")
            membership?.leaveAfterFinally(needsAnswer: false)
            membership?.leave()
            #expect(group.outstanding == ["request"])
            membership = nil
            #expect(group.progress.finished == 1)
        }
    }

    @Test func `the error of an ungrouped request is released when the request has left`() {
        let isReleased = Locked(false)
        RequestGroup.ungrouped.enter("request")?
            .leave(throwing: ReleaseAction { isReleased.withLock { $0 = true } })
        #expect(isReleased.withLock { $0 })
    }
}
