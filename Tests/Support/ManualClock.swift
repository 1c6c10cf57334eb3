import GroupContext

/// A clock that stands still until the test moves it on.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        package func duration(to other: Self) -> Duration { other.offset - offset }
        package static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var nextSleeper = 0
    }

    private let state = Locked(State())
    private let somebodyIsAsleep = Gate()

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .zero }

    /// Moves the clock on, and wakes whoever wanted to sleep no longer than that.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now.offset += duration
            let now = state.now
            let woken = state.sleepers.filter { $0.value.deadline <= now }
            for sleeper in woken.keys { state.sleepers[sleeper] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns when somebody is asleep, or was.
    package func asleep() async {
        await somebodyIsAsleep.opened()
    }

    /// Returns when nobody is asleep.
    package func awake() async {
        while state.withLock({ !$0.sleepers.isEmpty }) { await Task.yield() }
    }

    /// Moves the clock on as soon as somebody is asleep, so that nobody oversleeps.
    package func advanceWhenAsleep(by duration: Duration) async {
        await asleep()
        advance(by: duration)
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            defer { state.nextSleeper += 1 }
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(number) { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    let sleeper = Sleeper(deadline: deadline, continuation: continuation)
                    state.sleepers[number] = sleeper
                    return nil
                }
                somebodyIsAsleep.open()
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
