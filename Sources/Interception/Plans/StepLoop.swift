import Foundation
import GroupContext

/// A loop that runs the steps of a plan one after the other, so that a deep plan needs no deep stack.
///
/// A step that is added during another step on the same thread runs directly after the other step, as if the calls
/// were nested. Steps on other threads run at the same time, because the requests of a batch are answered
/// independently.
final class StepLoop: Sendable {
    /// A structure, because an array of closures allocates memory for each closure.
    struct Step {
        let run: @Sendable () -> Void
    }

    private struct Steps {
        let thread: pthread_t
        /// The steps to run, in reverse order.
        var waiting: [Step] = []
        /// The index in `waiting` at which a new step is inserted.
        var position = 0
    }

    /// The pending steps of each running step.
    ///
    /// If a thread runs a step in a step, the entry of the inner step comes last.
    private let threads = Locked([Steps]())

    /// The completions of inner plans that have not ended yet.
    private let resumptions = Locked((next: 0, waiting: [Int: any Sendable]()))

    var isRunning: Bool {
        let thread = pthread_self()
        return threads.withLock { threads in threads.contains { $0.thread == thread } }
    }

    /// Adds a step to run after the step that is running on this thread.
    func add(_ step: @escaping @Sendable () -> Void) {
        let thread = pthread_self()
        threads.withLock { threads in
            if let index = threads.lastIndex(where: { $0.thread == thread }) {
                threads[index].waiting.insert(Step(run: step), at: threads[index].position)
            }
        }
    }

    func run(_ step: () -> Void) {
        let thread = pthread_self()
        threads.withLock { $0.append(Steps(thread: thread)) }
        step()
        while let step = next(on: thread) { step.run() }
    }

    private func next(on thread: pthread_t) -> Step? {
        threads.withLock { threads in
            guard let index = threads.lastIndex(where: { $0.thread == thread }) else { return nil }
            if let step = threads[index].waiting.popLast() {
                threads[index].position = threads[index].waiting.count
                return step
            }
            threads.remove(at: index)
            return nil
        }
    }

    /// Returns a closure that calls `body` once.
    ///
    /// The loop retains `body`, because releasing completions that retain each other could overflow the stack.
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
