import GroupContext
import TestSupport
import Testing

/// A clock that stands still, and remembers for how long somebody wanted to sleep.
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

    func asleep() async { await base.asleep() }
    func awake() async { await base.awake() }

    /// Moves on, and returns when who has slept has gone on sleeping or is awake.
    func advance(by duration: Duration, while isWaiting: () -> Bool) async {
        base.advance(by: duration)
        while isWaiting() { await Task.yield() }
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

/// A clock that goes on by a second whenever it is looked at.
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
        return ManualClock().now.advanced(by: .seconds(count))
    }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        deadlines.withLock { $0.append(deadline) }
    }
}

@Suite(.timeLimit(.ordinary)) struct `The timer of a deadline` {
    @Test(arguments: [Duration.seconds(Int64.max), .seconds(3_000_000_000)])
    func `a deadline that means never has none`(timeout: Duration) async throws {
        let clock = RememberingClock()
        let options: [RequestGroupOption] = [
            .timeout(timeout, clock: clock), .onStall(after: timeout, clock: clock) { _ in },
        ]
        try await withRequestGroup(options: .combining(options)) { group in
            // As long as a timer that was started before would take to fall asleep.
            for _ in 0..<100 { await Task.yield() }
            group.enter("request")?.leave()
        }
        #expect(clock.durations.isEmpty)
    }

    @Test func `a distant deadline leaves no long sleep behind when its group has ended`()
        async throws
    {
        let clock = RememberingClock()
        let day = Duration.seconds(86_400)
        let steps = [1, 1, 2, 4, 8, 16].map(Duration.seconds)
        let group = try await withRequestGroup(options: .timeout(day, clock: clock)) { group in
            await clock.asleep()
            for (count, step) in steps.enumerated() {
                #expect(clock.durations.last == step)
                await clock.advance(by: step) { clock.durations.count == count + 1 }
            }
            return group
        }
        // What has been cancelled is awake.
        await clock.awake()
        #expect(clock.durations == steps + [.seconds(32)])
        #expect(!group.isCancelled)
    }

    @Test func `no sleep passes the deadline if the clock moves between two checks (P3)`()
        async throws
    {
        let clock = HastyClock()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(10), clock: clock)) { group in
                let membership = group.enter("request")
                while !group.isCancelled { await Task.yield() }
                withExtendedLifetime(membership) {}
            }
        }
        #expect(error?.code == .timedOut)
        // The first look says that it is the first second.
        #expect(try #require(clock.furthest) <= ManualClock().now.advanced(by: .seconds(11)))
    }

    @Test func `a deadline is reached after a few sleeps if the clock stands still`() async throws {
        let clock = StillClock()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(5), clock: clock)) { group in
                let membership = group.enter("request")
                while !group.isCancelled { await Task.yield() }
                withExtendedLifetime(membership) {}
            }
        }
        #expect(error?.code == .timedOut)
        // One second, one more, two, and the fifth.
        #expect(clock.sleeps == 4)
    }

    @Test func `a deadline is on time after many steps (P3)`() async throws {
        let clock = RememberingClock()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(5), clock: clock)) { group in
                let membership = group.enter("request")
                await clock.asleep()
                for (count, step) in [1, 1, 2, 1].enumerated() {
                    #expect(!group.isCancelled)
                    await clock.advance(by: .seconds(step)) {
                        clock.durations.count == count + 1 && !group.isCancelled
                    }
                }
                #expect(group.isCancelled)
                withExtendedLifetime(membership) {}
            }
        }
        #expect(error?.code == .timedOut)
        #expect(clock.durations == [1, 1, 2, 1].map(Duration.seconds))
    }
}
