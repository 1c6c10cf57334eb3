import Foundation
import GroupContext

/// Runs the steps of a plan one after the other, so that a deep plan needs no deep stack.
///
/// A step that is added during another step on the same thread runs directly after it, as if the calls were
/// nested. Steps on other threads run at the same time, because the requests of a batch are answered
/// independently.
final class StepLoop: Sendable {
    typealias Step = @Sendable () -> Void

    /// The steps of one thread.
    private struct Steps {
        let thread: pthread_t
        /// The steps to run, the next one last.
        var waiting: [Step] = []
        /// The steps that the running step has added, in order.
        var added: [Step] = []
    }

    /// The steps of each thread that is running a step.
    private let threads = Locked([Steps]())

    /// The completions of inner plans that have not ended yet.
    private let resumptions = Locked((next: 0, waiting: [Int: any Sendable]()))

    /// A Boolean value that indicates whether a step is running on this thread.
    var isRunning: Bool {
        let thread = pthread_self()
        return threads.withLock { threads in threads.contains { $0.thread == thread } }
    }

    /// Adds a step to run after the step that is running on this thread.
    func add(_ step: @escaping Step) {
        let thread = pthread_self()
        threads.withLock { threads in
            if let index = threads.firstIndex(where: { $0.thread == thread }) {
                threads[index].added.append(step)
            }
        }
    }

    /// Runs a step, and all steps that are added meanwhile; no step may be running on this thread.
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

    /// Returns a closure that calls `body` once; the loop keeps `body`, because completions that retain each
    /// other would overflow the stack when they are released.
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

private struct Resumption<Value: Sendable>: Sendable {
    let body: RequestPlan<Value>.Completion
}
