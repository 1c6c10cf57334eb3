@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `Threads for blocking code` {
    @Test func `a deadline waits for no cancel handler, even if all threads block`() async throws {
        let groups = WorkerThreads.limited.limit + 8
        let release = DispatchSemaphore(value: 0)
        let kept = Locked([Membership]())
        let (blocked, timedOut) = (Countdown(WorkerThreads.limited.limit), Locked(0))
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<groups {
                tasks.addTask {
                    let clock = ManualClock()
                    let outcome = await withRequestGroupOutcome(options: clock.timeout) { group in
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
        // First release the threads: a test that runs at the same time may need one of them.
        for _ in 0..<groups { release.signal() }
        await blocked.isOver.waitUntilOpen()
        kept.withLock { $0 = [] }
    }

    @Test func `worker threads run each of 1,000 closures once`() async {
        let (done, numbers) = (Countdown(1_000), Locked([Int]()))
        for number in 0..<1_000 {
            WorkerThreads.limited.run {
                numbers.withLock { $0.append(number) }
                done.count()
            }
        }
        await done.isOver.waitUntilOpen()
        #expect(numbers.withLock { $0.sorted() } == Array(0..<1_000))
    }
}

/// A count of events, with a gate that opens at the last.
private final class Countdown: Sendable {
    let isOver = Gate()
    private let rest: Locked<Int>

    init(_ count: Int) {
        rest = Locked(count)
    }

    func count() {
        let rest = rest.withLock { rest in
            rest -= 1
            return rest
        }
        if rest == 0 { isOver.open() }
    }
}
