@testable import InterceptionTestSupport

/// A script whose steps several threads perform at once, in an order of their own.
///
/// One more thread performs the delayed calls of the library, and tasks let deadlines pass. Results that depend
/// on the schedule cannot be compared; all others must hold in every schedule.
final class ConcurrentSchedule: Sendable {
    private static let threadCount = 3

    private let script: Script
    private let run: ScriptRun
    /// The steps of each thread, and where the thread yields to others.
    private let shares: [[(step: Script.Step, yields: Bool)]]

    private init(_ script: Script, seed: UInt64) {
        self.script = script
        run = ScriptRun(startsOnQueue: script.startsOnQueue, deadlines: .onClocks)
        var random = SeededGenerator(seed: seed)
        let steps = script.steps.shuffled(using: &random)
        shares = (0..<Self.threadCount).map { thread in
            stride(from: thread, to: steps.count, by: Self.threadCount).map { index in
                (steps[index], Bool.random(using: &random))
            }
        }
    }

    /// Performs the script, and returns a fault or `nil`; the seed determines the threads and the order of the
    /// steps.
    static func fault(in script: Script, seed: UInt64) async -> String? {
        let schedule = ConcurrentSchedule(script, seed: seed)
        await onThreads { thread in
            for (step, yields) in schedule.shares[thread] {
                if yields { sched_yield() }
                schedule.run.perform(step)
            }
        }
        return await schedule.end()
    }

    /// Waits for every group to end and for all objects to be released, and checks the results.
    private func end() async -> String? {
        await run.expireDueGroups()
        var ended: [WeakGroup] = []
        // A task whose deadline has passed may still be cancelling, and so start requests and open groups.
        while !run.openedGroups.isEmpty || ended.contains(where: \.isAlive) || run.living.value > 0
        {
            if Task.isCancelled {
                return """
                    groups that never ended: \(run.openedGroups); ended groups that are alive: \
                    \(ended.filter(\.isAlive).count); closures that are alive: \(run.living.value)
                    """
            }
            await waitUntilDrained(run.queue)
            // The client drops its requests only now; otherwise the threads would decide which are answered.
            run.client.dropAll()
            ended += run.releaseCompletedGroups()
        }
        return ConcurrentVerdict(script: script, written: run.written).fault
    }
}

extension ConcurrentSchedule {
    /// Performs the work once on each of several threads, which begin together.
    private static func onThreads(_ work: @escaping @Sendable (_ thread: Int) -> Void) async {
        let (arrived, done) = (Locked(0), Locked(0))
        await withCheckedContinuation { continuation in
            for thread in 0..<threadCount {
                // New threads, because a queue may have fewer threads than this number.
                Thread.detachNewThread {
                    arrived.withLock { $0 += 1 }
                    while arrived.withLock({ $0 }) < threadCount { sched_yield() }
                    work(thread)
                    let doneCount = done.withLock { done in
                        done += 1
                        return done
                    }
                    if doneCount == threadCount { continuation.resume() }
                }
            }
        }
    }
}
