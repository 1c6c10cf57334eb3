package import GroupContext
import Testing

/// A clock that moves only when the test advances it.
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
    private let isAsleep = Gate()

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .zero }

    /// The option that ends a group after one second of this clock.
    package var timeout: RequestGroupOption { .timeout(.seconds(1), clock: self) }

    package var sleeping: Int { state.withLock { $0.sleepers.count } }

    /// Advances the clock, and resumes the sleepers whose deadline has come.
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

    /// Waits until a sleeper has come to the clock for the first time.
    package func waitUntilAsleep() async { await isAsleep.waitUntilOpen() }

    package func waitUntilAwake() async {
        await yieldWhile { state.withLock({ !$0.sleepers.isEmpty }) }
    }

    /// Waits for the first sleeper, and then advances the clock.
    package func advanceWhenAsleep(by duration: Duration) async {
        await waitUntilAsleep()
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
                isAsleep.open()
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
