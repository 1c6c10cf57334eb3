import Dispatch
import Foundation
import GroupContext
import TestSupport

@testable import InterceptionTestSupport

/// A script whose steps are performed on several threads at once, in an order of their own.
///
/// What the library calls later comes from one more, and deadlines pass in tasks. What is up to the
/// schedule cannot be compared; what is not must hold in every one.
final class ConcurrentSchedule: Sendable {
    private static let threadCount = 3

    private let script: Script
    private let run: ScriptRun
    /// The steps of each thread, and where it lets others go first.
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

    /// Performs the script.
    ///
    /// - Parameters:
    ///   - script: what to perform.
    ///   - seed: which step is performed on which thread, after which others.
    /// - Returns: what is wrong, or `nil`.
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

    /// Waits for every group to end and for everything to be released, and looks at what came of it.
    private func end() async -> String? {
        await run.expireWhoIsDue()
        var ended: [WeakGroup] = []
        // A task whose deadline has passed may still be cancelling, and so starting and opening.
        while !run.openedGroups.isEmpty || ended.contains(where: \.isAlive) || run.living.value > 0
        {
            if Task.isCancelled {
                return """
                    these never ended: \(run.openedGroups); of those that did, \
                    \(ended.filter(\.isAlive).count) are alive; closures that are: \
                    \(run.living.value)
                    """
            }
            await drained(run.queue)
            // Only now does anybody forget: else it would be up to the threads who is answered.
            run.client.dropAll()
            ended += run.releaseCompletedGroups()
        }
        return ConcurrentVerdict(script: script, written: run.written).fault
    }
}

extension ConcurrentSchedule {
    /// Performs the work once on each of several threads that begin together.
    private static func onThreads(_ work: @escaping @Sendable (_ thread: Int) -> Void) async {
        let (arrived, done) = (Locked(0), Locked(0))
        await withCheckedContinuation { continuation in
            for thread in 0..<threadCount {
                // Threads, not queues: these get one each whatever the number of cores.
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
