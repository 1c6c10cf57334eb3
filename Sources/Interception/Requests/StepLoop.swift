import Foundation
import GroupContext

/// Runs the steps of a plan one after the other, so that the depth of the plan costs no stack.
///
/// A step that is added while another one runs on the same thread runs when that one has returned, and before any step
/// that was added earlier: in the order of nested calls. Steps on other threads run meanwhile, as the parts of a batch
/// are answered independently.
final class StepLoop: Sendable {
    typealias Step = @Sendable () -> Void

    /// The steps of one thread.
    private struct Steps {
        let thread: pthread_t
        /// The steps to run; the last one is next.
        var waiting: [Step] = []
        /// The steps that the running step has added, in order.
        var added: [Step] = []
    }

    /// The threads that run a step.
    private let threads = Locked([Steps]())

    /// The closures that wait for the end of a part of the plan.
    private let resumptions = Locked((next: 0, waiting: [Int: any Sendable]()))

    /// Whether a step is running on this thread.
    var isRunning: Bool {
        let thread = pthread_self()
        return threads.withLock { threads in threads.contains { $0.thread == thread } }
    }

    /// Adds a step to run after the one that is running on this thread.
    func add(_ step: @escaping Step) {
        let thread = pthread_self()
        threads.withLock { threads in
            if let index = threads.firstIndex(where: { $0.thread == thread }) {
                threads[index].added.append(step)
            }
        }
    }

    /// Runs a step, and the steps that are added meanwhile; to be called if no step is running on this thread.
    func run(_ step: () -> Void) {
        let thread = pthread_self()
        threads.withLock { $0.append(Steps(thread: thread)) }
        step()
        while let step = next(on: thread) { step() }
    }

    private func next(on thread: pthread_t) -> Step? {
        threads.withLock { threads in
            guard let index = threads.firstIndex(where: { $0.thread == thread }) else { return nil }
            while let step = threads[index].added.popLast() { threads[index].waiting.append(step) }
            if let step = threads[index].waiting.popLast() { return step }
            threads.remove(at: index)
            return nil
        }
    }

    /// The closure, kept here until its only call.
    ///
    /// Each part of a plan waits for the part inside of it. If the closures kept each other, each would be
    /// released inside the release of another, and there may be more of them than the stack is deep.
    func resuming<Value>(
        _ body: @escaping RequestPlan<Value>.Completion
    ) -> RequestPlan<Value>.Completion {
        let id = resumptions.withLock { resumptions in
            defer { resumptions.next += 1 }
            resumptions.waiting[resumptions.next] = Resumption(body: body)
            return resumptions.next
        }
        return { [self] result in
            let resumption = resumptions.withLock { $0.waiting.removeValue(forKey: id) }
            (resumption as? Resumption<Value>)?.body(result)
        }
    }
}

/// A closure that runs when a part of a plan has ended.
private struct Resumption<Value: Sendable>: Sendable {
    let body: RequestPlan<Value>.Completion
}
