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
