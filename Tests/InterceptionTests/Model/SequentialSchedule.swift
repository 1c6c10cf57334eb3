import Dispatch
import GroupContext

@testable import InterceptionTestSupport

/// A script performed one step after the other, each with all that follows from it, beside the
/// model.
///
/// Everything runs on one queue, on which the library also calls what it calls later: so there is
/// one order in which everything happens.
final class SequentialSchedule: Sendable {
    private struct State {
        var model: GroupModel
        var steps: ArraySlice<Script.Step>
        var lastStep: Script.Step?
        /// How much had been written at the last look; `nil` if a worker thread was to notify an observer.
        var seenCount: Int?
        /// What was not as the model says.
        var difference: String?
    }

    private let run: ScriptRun
    private let state: Locked<State>

    private init(_ script: Script, mistake: GroupModel.Mistake?) {
        let model = GroupModel(startsOnQueue: script.startsOnQueue, mistake: mistake)
        run = ScriptRun(startsOnQueue: script.startsOnQueue, deadlines: .atOnce)
        state = Locked(State(model: model, steps: script.steps[...]))
    }

    /// Performs the script.
    ///
    /// - Parameters:
    ///   - script: what to perform.
    ///   - mistake: a rule that the model gets wrong.
    /// - Returns: the first thing that is not as the model says, or `nil`.
    static func difference(in script: Script, mistake: GroupModel.Mistake? = nil) async -> String? {
        var script = script
        // Without a queue, refusals are reported on a global one, in any order.
        if !script.startsOnQueue, GroupModel.refuses(in: script) { script.startsOnQueue = true }
        let schedule = SequentialSchedule(script, mistake: mistake)
        let difference = await schedule.difference()
        // What was last on the queue has released the schedule then.
        await drained(schedule.run.queue)
        let groups = schedule.run.openedGroups.map(WeakGroup.init)
        schedule.run.releaseGroups()
        if let difference { return difference }
        // A worker thread releases a group only after it has notified: the release may come a little later.
        while groups.contains(where: \.isAlive) || schedule.run.living.value > 0 {
            if Task.isCancelled {
                let count = schedule.run.living.value
                return "\(groups.filter(\.isAlive).count) groups, \(count) closures are still alive"
            }
            await drained(schedule.run.queue)
        }
        return nil
    }

    private func difference() async -> String? {
        await withCheckedContinuation { continuation in
            run.queue.async { self.goOn(continuation) }
        }
    }

    /// On the queue: takes the next step if what followed from the last is over.
    private func goOn(_ continuation: CheckedContinuation<String?, Never>) {
        // Twice in a row: what a worker thread has put on the queue may be behind this look.
        let count = run.isNotifying ? nil : run.written.count
        let isQuiet = state.withLock { state in
            defer { state.seenCount = count }
            return count != nil && state.seenCount == count
        }
        if isQuiet {
            let difference = state.withLock(\.difference)
            if difference != nil { return continuation.resume(returning: difference) }
            if let difference = compare() {
                giveUp(difference)
            } else {
                guard let step = nextStep() else { return continuation.resume(returning: nil) }
                take(step)
            }
        }
        // Behind all that the step has put on the queue.
        run.queue.async { self.goOn(continuation) }
    }

    private func take(_ step: Script.Step) {
        run.perform(step)
        state.withLock { state in
            state.model.take(step)
            state.lastStep = step
            state.seenCount = nil
        }
    }

    /// Ends all that the script has left, so that nothing of it stays alive.
    private func giveUp(_ difference: String) {
        state.withLock { state in
            state.difference = difference
            state.seenCount = nil
        }
        run.client.forgetEverything()
    }

    private func nextStep() -> Script.Step? {
        state.withLock { state in
            if let step = state.steps.popFirst() { return step }
            // In the end the client forgets everything, so that every group ends.
            return state.model.pending.isEmpty ? nil : .dropAll
        }
    }

    private func compare() -> String? {
        run.look()
        let (model, step) = state.withLock { ($0.model.chronicle, $0.lastStep) }
        return run.written.difference(from: model).map { difference in
            "after “\(step?.lines.first ?? "nothing")”: \(difference)"
        }
    }
}

extension GroupModel {
    /// Whether a request of the script is refused.
    fileprivate static func refuses(in script: Script) -> Bool {
        var model = GroupModel(startsOnQueue: script.startsOnQueue)
        for step in script.steps { model.take(step) }
        while !model.pending.isEmpty { model.take(.dropAll) }
        return model.hasRefused
    }
}
