import GroupContext
import TestSupport
import Testing

@Suite struct `Failure policies` {
    @Test func `the default policy waits for all requests, although some fail (P1)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                let memberships = ["a", "b"].map { group.enter($0) }
                memberships[0]?.leave(throwing: ClientError("a"))
                #expect(!group.isCancelled)
                memberships[1]?.leave(throwing: ClientError("b"))
            }
        }
        #expect(error?.causes.map(\.label) == ["a", "b"])
    }

    @Test func `failing fast cancels the rest, and reports consequences apart from the cause (P1)`()
        async throws
    {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .failFast) { group in
                let memberships = ["a", "b", "c"].map { group.enter($0) }
                for membership in memberships {
                    membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
                }
                memberships[1]?.leave(throwing: ClientError("cause"))
            }
        }
        #expect(error?.code == .requestsFailed)
        #expect(error?.failures.map(\.label) == ["a", "b", "c"])
        #expect(error?.causes.map(\.label) == ["b"])
        #expect(error?.echoes.map(\.label) == ["a", "c"])
    }

    @Test func `the failure of an optional request fails no group (P1)`() async throws {
        let failures = try await withRequestGroup(options: .failFast) { group in
            group.enter("analytics", isOptional: true)?.leave(throwing: ClientError("no"))
            #expect(!group.isCancelled)
            #expect(group.progress.failed == 1)
            return group.failures
        }
        #expect(failures.map(\.label) == ["analytics"])
        #expect(failures.map(\.isOptional) == [true])
    }

    @Test func `a tolerant group returns its value, and its failures are read from it (P1)`()
        async throws
    {
        let (group, value) = try await withRequestGroup(options: .tolerant) { group in
            group.enter("a")?.leave(throwing: ClientError("no"))
            return (group, 42)
        }
        #expect(value == 42)
        #expect(group.failures.map(\.label) == ["a"])
    }

    @Test func `a tolerant group throws the error of its body (P1)`() async {
        await #expect(throws: ClientError.self) {
            try await withRequestGroup(options: .tolerant) { throw ClientError("body") }
        }
    }
}

@Suite struct `Cancelling a group` {
    @Test func `cancelling runs each cancel handler once, in issue order (P2)`() async throws {
        let order = Locked<[String]>([])
        let outcome = await withRequestGroupOutcome { group in
            // The place of the first one is used again, by the last one.
            let first = group.enter("left")
            let early = ["a", "b"].map { group.enter($0) }
            first?.leave()
            let memberships = early + [group.enter("c")]
            for membership in memberships.compactMap(\.self) {
                membership.onCancel { order.withLock { $0.append(membership.label) } }
            }
            memberships[1]?.leave()
            group.cancel()
            group.cancel()
            for membership in memberships { membership?.leave(throwing: CancellationError()) }
        }
        #expect(order.withLock { $0 } == ["a", "c"])
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.label) == ["a", "c"])
        #expect(outcome.failures.allSatisfy { $0.reason == .cancelled })
    }

    @Test func `a cancel handler added after its request was cancelled runs at once (P2)`()
        async throws
    {
        let cancelled = Locked<[String]>([])
        try await withRequestGroup(options: .tolerant) { group in
            let whole = try #require(group.enter("whole"))
            let parts = try [false, true].map { isCancelledAlone in
                try #require(whole.enterPart(isCancelledAlone: isCancelledAlone))
            }
            whole.cancel()
            parts[0].onCancel { cancelled.withLock { $0.append("part") } }
            parts[1].onCancel { cancelled.withLock { $0.append("part on its own") } }
            whole.onCancel { cancelled.withLock { $0.append("whole") } }
            #expect(cancelled.withLock { $0 } == ["part", "whole"])
            whole.cancel()
            for membership in parts + [whole] { membership.leave() }
        }
        #expect(cancelled.withLock { $0 } == ["part", "whole"])
    }

    @Test func `cancel handlers run outside any lock (P2)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let membership = group.enter("request")
            membership?.onCancel {
                // Each of these would hang under the group's lock.
                #expect(group.isCancelled)
                #expect(group.outstanding == ["request"])
                group.enter("another")?.leave()
                group.cancel()
                membership?.leave()
            }
            group.cancel()
            #expect(group.outstanding.isEmpty)
        }
    }

    @Test func `cancelling the task that awaits a group cancels the group (P2)`() async {
        let entered = Gate()
        let task = Task {
            try await withRequestGroup { group in
                let membership = group.enter("request")
                membership?.onCancel { membership?.leave(throwing: CancellationError()) }
                entered.open()
            }
        }
        await entered.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a group opened in a cancelled task is cancelled from the start (P2)`() async throws
    {
        let started = Gate()
        let task = Task {
            await started.opened()
            return try await withRequestGroup { $0.isCancelled }
        }
        task.cancel()
        started.open()
        #expect(try await task.value)
    }

    @Test func `cancelling a group whose requests have succeeded keeps its value (P2)`()
        async throws
    {
        let value = try await withRequestGroup { group in
            group.enter("request")?.leave()
            group.cancel()
            return 42
        }
        #expect(value == 42)
    }

    @Test func `cancelling a completed group has no effect (P2)`() async throws {
        let group = try await withRequestGroup { $0 }
        group.cancel()
        #expect(!group.isCancelled)
    }
}

@Suite struct `The deadline of a group` {
    @Test func `a deadline cancels the outstanding requests and does not wait for them (P3)`()
        async throws
    {
        let clock = ManualClock()
        let cancelled = Gate()
        let kept = Locked<[Membership?]>([])
        let recorder = EventRecorder()
        let result = Task {
            try await withRequestGroup(
                options: .timeout(.seconds(3), clock: clock),
                .observer(recorder)
            ) { group in
                group.enter("quick")?.leave()
                let slow = group.enter("slow")
                slow?.onCancel { cancelled.open() }
                kept.withLock { $0 = [slow, group.enter("silent")] }
            }
        }
        await recorder.happened(.entered, label: "silent")
        await clock.advanceWhenAsleep(by: .seconds(3))
        let error = await #expect(throws: RequestGroupError.self) { try await result.value }
        await cancelled.opened()
        #expect(error?.code == .timedOut)
        #expect(error?.failures.map(\.label) == ["slow", "silent"])
        #expect(error?.failures.map(\.reason) == [.timedOut, .timedOut])
        #expect(error?.causes.count == 2)
        withExtendedLifetime(kept) {}
    }

    @Test func `a subrequest times out with its group (P3)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let parts = [try #require(group.enter("request")), try #require(group.keepOpen())]
            #expect(parts.map(\.isOverdue) == [false, false])
            group.cancel(.deadline)
            #expect(parts.map(\.isOverdue) == [true, true])
        }
    }

    @Test func `a group that completes in time stops its timer (P3)`() async throws {
        let clock = ManualClock()
        let group = try await withRequestGroup(
            options: .timeout(.seconds(3), clock: clock)
        ) { group in
            await clock.asleep()
            return group
        }
        // Its timer has been told to stop, and its sleep ends without an alarm.
        await clock.awake()
        #expect(!group.isCancelled)
    }

    @Test func `requests issued after the deadline are timed out, not waited for (P3)`()
        async throws
    {
        let clock = ManualClock()
        let kept = Locked<Membership?>(nil)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(3), clock: clock)) { group in
                let cancelled = Gate()
                let guardian = group.enter("until the deadline")
                guardian?.onCancel { cancelled.open() }
                await clock.advanceWhenAsleep(by: .seconds(3))
                await cancelled.opened()
                kept.withLock { $0 = group.enter("too late") }
            }
        }
        #expect(error?.failures.map(\.label) == ["until the deadline", "too late"])
        #expect(error?.code == .timedOut)
        withExtendedLifetime(kept) {}
    }

    @Test func `a captured closure that never ran is reported as timed out (P3)`() async throws {
        let clock = ManualClock()
        let kept = Locked<CapturedGroup?>(nil)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(3), clock: clock)) { group in
                kept.withLock { $0 = CapturedGroup("load()") }
                Task.detached { await clock.advanceWhenAsleep(by: .seconds(3)) }
            }
        }
        #expect(error?.failures.map(\.label) == ["captured in load()"])
        withExtendedLifetime(kept) {}
    }
}
