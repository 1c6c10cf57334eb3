import Foundation
import GroupContext

/// Runs the steps of a plan one after the other, so that their depth costs no stack.
///
/// A step that is added by the step that is running on the same thread waits until that one has
/// returned. A step of another thread runs at once: a client that calls back on its own queue is
/// passed on there, even while its method has not returned yet. Of one plan no two steps are under
/// way at a time, so there is nothing to queue.
final class StepLoop: Sendable {
    typealias Step = @Sendable () -> Void

    private struct Shared {
        /// Where the last step runs that was started.
        var thread: pthread_t?
        /// What comes after that step.
        var following: Step?
    }

    private let shared = Locked(Shared())

    /// Who waits for the end of a part of the plan, in the order in which they began to wait.
    private let resumptions = Locked([(any AnyResumption)?]())

    /// The closure, kept here until its only call.
    ///
    /// Each part of a plan waits for the part inside of it. If the closures kept each other, each would be
    /// released inside the release of another, and there may be more of them than the stack is deep.
    func resuming<Value>(
        _ body: @escaping RequestPlan<Value>.Completion
    ) -> RequestPlan<Value>.Completion {
        let position = resumptions.withLock { resumptions in
            resumptions.append(Resumption(body: body))
            return resumptions.count - 1
        }
        return { [self] result in
            let resumption = resumptions.withLock { resumptions in
                defer {
                    while case .some(nil) = resumptions.last { resumptions.removeLast() }
                }
                return resumptions[position].take()
            }
            (resumption as? Resumption<Value>)?.body(result)
        }
    }

    func next(_ step: @escaping Step) {
        let thread = pthread_self()
        let isNested = shared.withLock { shared in
            guard shared.thread == thread else {
                shared.thread = thread
                return false
            }
            shared.following = step
            return true
        }
        if isNested { return }
        step()
        while let step = following(on: thread) { step() }
    }

    /// What the step has left to do on its thread, unless another thread has gone on meanwhile.
    private func following(on thread: pthread_t) -> Step? {
        shared.withLock { shared in
            guard shared.thread == thread else { return nil }
            if shared.following == nil { shared.thread = nil }
            return shared.following.take()
        }
    }
}

private protocol AnyResumption: Sendable {}

/// What goes on when a part of a plan has ended.
private struct Resumption<Value: Sendable>: AnyResumption {
    let body: RequestPlan<Value>.Completion
}
