import Dispatch
import Foundation
import TestSupport

@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `Threads for blocking code` {
    @Test func `a deadline waits for no cancel handler, even if all threads block`() async throws {
        let groups = WorkerThreads.userCode.limit + 8
        let release = DispatchSemaphore(value: 0)
        let kept = Locked([Membership]())
        let (blocked, timedOut) = (Journal(), Locked(0))
        await withTaskGroup(of: Void.self) { tasks in
            for number in 0..<groups {
                tasks.addTask {
                    let clock = ManualClock()
                    let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
                    let outcome = await withRequestGroupOutcome("\(number)", options: timeout) {
                        group in
                        let request = group.enter("request")
                        request?.onCancel {
                            blocked.count()
                            release.wait()
                        }
                        kept.withLock { $0 += [request].compactMap(\.self) }
                        Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
                    }
                    let count = outcome.failures.count { $0.reason == .timedOut }
                    timedOut.withLock { $0 += count }
                }
            }
            // All tasks complete, although none of the cancel handlers has returned.
            await tasks.waitForAll()
        }
        #expect(timedOut.withLock { $0 } == groups)
        await blocked.reached(WorkerThreads.userCode.limit)
        for _ in 0..<groups { release.signal() }
        kept.withLock { $0 = [] }
    }

    @Test func `worker threads run each of 1,000 closures once`() async {
        let (done, numbers) = (Journal(), Locked([Int]()))
        for number in 0..<1_000 {
            WorkerThreads.userCode.run {
                numbers.withLock { $0.append(number) }
                done.count()
            }
        }
        await done.reached(1_000)
        #expect(numbers.withLock { $0.sorted() } == Array(0..<1_000))
    }
}

/// A counter of events.
private final class Journal: Sendable {
    private let state = Locked((count: 0, awaited: Int.max))
    private let isReached = Gate()

    func count() {
        let isReached = state.withLock { state in
            state.count += 1
            return state.count >= state.awaited
        }
        if isReached { self.isReached.open() }
    }

    func reached(_ count: Int) async {
        let isReached = state.withLock { state in
            state.awaited = count
            return state.count >= count
        }
        if isReached { self.isReached.open() }
        await self.isReached.waitUntilOpen()
    }
}
