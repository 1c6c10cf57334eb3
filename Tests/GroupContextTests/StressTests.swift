@Suite struct `Groups under stress` {
    private enum Plan: CaseIterable {
        case succeed, fail, lose, answerTwice, failThenSucceed
    }

    @Test(arguments: 0..<40)
    func `random schedules on many threads end every request once (M2)`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let plans = (0..<200).map { _ in Plan.allCases.randomElement(using: &random) ?? .succeed }
        let recorder = EventRecorder()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .observer(recorder)) { group in
                DispatchQueue.concurrentPerform(iterations: plans.count) { number in
                    let membership = group.enter("\(number)")
                    let plan = plans[number]
                    DispatchQueue.global().async { Self.follow(plan, membership) }
                }
            }
        }
        let failing = plans.indices.filter { plans[$0] != .succeed && plans[$0] != .answerTwice }
        #expect(Set(error?.failures.map(\.label) ?? []) == Set(failing.map { "\($0)" }))
        #expect(error?.failures.map(\.index) == error?.failures.map(\.index).sorted())
        let lost = error?.failures.count { $0.reason == .lostCallback }
        #expect(lost == plans.count { $0 == .lose })
        #expect(recorder.lines.count { $0 == "completed" } == 1)
        #expect(recorder.lines.count { $0.hasPrefix("left") } == plans.count)
        // A second answer may come after the group has completed, but observers are notified of each.
        let twice = plans.count { $0 == .answerTwice || $0 == .failThenSucceed }
        await yieldWhile { recorder.lines.count(where: { $0.hasPrefix("duplicate") }) < twice }
        #expect(recorder.lines.count { $0.hasPrefix("duplicate") } == twice)
    }

    private static func follow(_ plan: Plan, _ membership: Membership?) {
        switch plan {
        case .succeed: membership?.leave()
        case .fail: membership?.leave(throwing: ClientError("no"))
        case .lose: break
        case .answerTwice:
            membership?.leave()
            membership?.leave()
        case .failThenSucceed:
            membership?.leave(throwing: ClientError("no"))
            membership?.leave()
        }
    }

    @Test func `thousands of groups with concurrent requests all complete (C1)`() async throws {
        #if DEBUG
        let rounds = 20_000
        #else
        let rounds = 200_000
        #endif
        let queues = (0..<8).map { DispatchQueue(label: "\($0)") }
        var completeRounds = 0
        for round in 0..<rounds {
            let group = try await withRequestGroup("outer") {
                try await withRequestGroup("inner") { group in
                    for queue in queues.prefix(round % 8 + 1) {
                        let membership = group.enter("request")
                        queue.async { membership?.leave() }
                    }
                    return group
                }
            }
            if group.progress.finished == round % 8 + 1 { completeRounds += 1 }
        }
        #expect(completeRounds == rounds)
    }
}

@Suite struct `Objects that a group retains` {
    private final class Probe: Sendable {}

    @Test func `a completed group and all that it retains are released`() async throws {
        weak var group: RequestGroup?
        weak var action: Probe?
        weak var inner: RequestGroup?
        weak var observer: EventRecorder?
        do {
            let (probe, recorder) = (Probe(), EventRecorder())
            (action, observer) = (probe, recorder)
            try await withRequestGroup(
                options: .tolerant,
                .timeout(.seconds(1_000)),
                .observer(recorder),
                .onProgress { _ in }
            ) { opened in
                group = opened
                let membership = opened.enter("request")
                membership?.onCancel { withExtendedLifetime(probe) {} }
                membership?.leave()
                var updates = opened.progressUpdates.makeAsyncIterator()
                _ = await updates.next()
                try await withRequestGroup("inner") { inner = $0 }
            }
        }
        #expect(action == nil)
        #expect(inner == nil)
        // The cancelled timer of the deadline releases the group after a while.
        await yieldWhile { group != nil || observer != nil }
    }

    @Test func `a second answer's error is released outside the lock`() async throws {
        let (seen, clock) = (Gate(), ManualClock())
        let (group, membership) = try await withRequestGroup(options: clock.timeout) { group in
            let membership = group.enter("request", isOptional: true)
            membership?.leaveAfterFinally(needsAnswer: false)
            membership?.leave()
            membership?.leave(
                throwing: ReleaseAction {
                    _ = group.isCancelled
                    seen.open()
                }
            )
            await clock.advanceWhenAsleep(by: .seconds(1))
            await seen.waitUntilOpen()
            // The membership keeps the request in the group until the deadline.
            return (group, membership)
        }
        #expect(membership != nil && group.isCancelled)
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(.endsInTime, arguments: [1, 2])
    func `a group releases cancel handlers and errors after unlocking`(handlers: Int) async throws {
        let (inActions, inError) = ((0..<handlers).map { _ in Gate() }, Gate())
        try await withRequestGroup(options: .observer(EventRecorder()), .tolerant) { group in
            // Using the group in this action would deadlock if the lock of the group were held.
            func usingGroup(_ seen: Gate) -> ReleaseAction {
                ReleaseAction {
                    group.enter("from the action")?.leave()
                    seen.open()
                }
            }
            let membership = group.enter("request")
            for inAction in inActions {
                let action = usingGroup(inAction)
                membership?.onCancel { withExtendedLifetime(action) {} }
            }
            // A deadlock must not block this task, which reports that the gate does not open.
            OwnThread { membership?.leave() }
            for inAction in inActions { await inAction.waitUntilOpen() }
            let twice = group.enter("twice")
            twice?.leave()
            twice?.leave(throwing: usingGroup(inError))
            await inError.waitUntilOpen()
            #expect(group.progress == GroupProgress(finished: 3 + handlers, total: 3 + handlers))
        }
    }
}
