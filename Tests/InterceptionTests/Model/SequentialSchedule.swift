@testable import InterceptionTestSupport

/// A script performed one step after the other, each with all its effects, beside the model.
///
/// One queue runs everything, including the delayed calls of the library, so there is only one order.
final class SequentialSchedule: Sendable {
    private struct State {
        var model: GroupModel
        var steps: ArraySlice<Script.Step>
        var lastStep: Script.Step?
        /// The number of entries at the last check; `nil` if a worker thread was to notify an observer.
        var seenCount: Int?
        /// The difference of the library from the model.
        var difference: String?
    }

    private let run: ScriptRun
    private let state: Locked<State>

    private init(_ script: Script) {
        let model = GroupModel(startsOnQueue: script.startsOnQueue)
        run = ScriptRun(startsOnQueue: script.startsOnQueue, deadlines: .atOnce)
        state = Locked(State(model: model, steps: script.steps[...]))
    }

    /// Performs the script, and returns the first difference from the model, or `nil`.
    static func difference(in script: Script) async -> String? {
        var script = script
        let preview = GroupModel.run(script)
        if preview.hasRace { return nil }
        // Without a queue, rejections are reported on a global queue, in any order.
        if preview.hasRejected { script.startsOnQueue = true }
        let schedule = SequentialSchedule(script)
        let difference = await schedule.difference()
        // Waits until the last work on the queue has released the schedule.
        await waitUntilDrained(schedule.run.queue)
        let groups = schedule.run.openedGroups.map(WeakGroup.init)
        schedule.run.releaseGroups()
        if let difference { return difference }
        // A worker thread releases a group only after notifying, so the release may come a little later.
        while groups.contains(where: \.isAlive) || schedule.run.living.value > 0 {
            if Task.isCancelled {
                let count = schedule.run.living.value
                return "\(groups.filter(\.isAlive).count) groups, \(count) closures are still alive"
            }
            await waitUntilDrained(schedule.run.queue)
        }
        return nil
    }

    private func difference() async -> String? {
        await withCheckedContinuation { continuation in
            run.queue.async { self.goOn(continuation) }
        }
    }

    /// Runs on the queue: takes the next step if the effects of the last one are over.
    private func goOn(_ continuation: CheckedContinuation<String?, Never>) {
        // The count has to be the same twice, because work of a worker thread may be on the queue behind this check.
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
        // Behind all work that the step has put on the queue.
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

    /// Ends everything that the script has left, so that nothing stays alive.
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
            // At the end the client drops everything, so that every group ends.
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
    /// Returns the model at the end of the script.
    fileprivate static func run(_ script: Script) -> GroupModel {
        var model = GroupModel(startsOnQueue: script.startsOnQueue)
        for step in script.steps { model.take(step) }
        while !model.pending.isEmpty { model.take(.dropAll) }
        return model
    }
}
