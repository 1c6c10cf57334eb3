/// A manual clock that records the duration of each requested sleep.
private final class RememberingClock: Clock {
    private let base = ManualClock()
    private let sleeps = Locked([Duration]())

    var durations: [Duration] { sleeps.withLock { $0 } }
    var now: ManualClock.Instant { base.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        sleeps.withLock { $0.append(now.duration(to: deadline)) }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }

    func waitUntilAsleep() async { await base.waitUntilAsleep() }
    func waitUntilAwake() async { await base.waitUntilAwake() }

    /// Advances the clock, and returns when each sleeping task sleeps again or is awake.
    func advance(by duration: Duration, while isWaiting: () -> Bool) async {
        base.advance(by: duration)
        await yieldWhile { isWaiting() }
    }
}

/// A clock whose time stands still, and whose sleeps return at once.
private final class StillClock: Clock {
    private let count = Locked(0)

    var sleeps: Int { count.withLock { $0 } }
    var now: ManualClock.Instant { ManualClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        count.withLock { $0 += 1 }
    }
}

/// A clock that advances by three seconds whenever it is read.
private final class HastyClock: Clock {
    private let looks = Locked(0)
    private let deadlines = Locked([ManualClock.Instant]())

    var furthest: ManualClock.Instant? { deadlines.withLock { $0.max() } }
    var minimumResolution: Duration { .zero }

    var now: ManualClock.Instant {
        let count = looks.withLock { looks in
            looks += 1
            return looks
        }
        return ManualClock().now.advanced(by: .seconds(3 * count))
    }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        deadlines.withLock { $0.append(deadline) }
    }
}

@Suite(.timeLimit(.ordinary)) struct `The timer of a deadline` {
    /// Expects a group to time out in this body, because its request is not answered.
    private func expectTimeout(
        after timeout: Duration,
        by clock: any Clock<Duration>,
        _ body: @Sendable (RequestGroup) async -> Void
    ) async {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(timeout, clock: clock)) { group in
                let membership = group.enter("request")
                await body(group)
                withExtendedLifetime(membership) {}
            }
        }
        #expect(error?.code == .timedOut)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(3_000_000_000)])
    func `a timeout of 95 years or more starts no timer`(timeout: Duration) async throws {
        let clock = RememberingClock()
        let options: [RequestGroupOption] = [
            .timeout(timeout, clock: clock), .onStall(after: timeout, clock: clock) { _ in },
        ]
        try await withRequestGroup(options: RequestGroupOption(options)) { group in
            // A timer that was started has fallen asleep after these yields.
            for _ in 0..<100 { await Task.yield() }
            group.enter("request")?.leave()
        }
        #expect(clock.durations.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a timeout of zero or less ends the group at once (P3)`(timeout: Duration) async {
        let clock = RememberingClock()
        await expectTimeout(after: timeout, by: clock) { group in
            await yieldWhile { !group.isCancelled }
        }
        #expect(clock.durations.isEmpty)
    }

    @Test func `a group that ends before its deadline cancels its sleeping timer`() async throws {
        let (clock, day) = (RememberingClock(), Duration.seconds(86_400))
        let steps = [1, 1, 2, 4, 8, 16].map(Duration.seconds)
        let group = try await withRequestGroup(options: .timeout(day, clock: clock)) { group in
            await clock.waitUntilAsleep()
            for (count, step) in steps.enumerated() {
                #expect(clock.durations.last == step)
                await clock.advance(by: step) { clock.durations.count == count + 1 }
            }
            return group
        }
        // A cancelled sleep has ended.
        await clock.waitUntilAwake()
        #expect(clock.durations == steps + [.seconds(32)])
        #expect(!group.isCancelled)
    }

    @Test func `a timer on a fast clock never sleeps past its deadline (P3)`() async throws {
        let clock = HastyClock()
        await expectTimeout(after: .seconds(10), by: clock) { group in
            await yieldWhile { !group.isCancelled }
        }
        // The first reading advances the clock to the third second.
        #expect(try #require(clock.furthest) <= ManualClock().now.advanced(by: .seconds(13)))
    }

    @Test func `a timer ends the group even on a stopped clock (P3)`() async throws {
        let clock = StillClock()
        await expectTimeout(after: .seconds(5), by: clock) { group in
            await yieldWhile { !group.isCancelled && clock.sleeps <= 4 }
        }
        // The sleeps last 1, 1, 2 and 1 seconds.
        #expect(clock.sleeps == 4)
    }
}
