// On Linux a session cancels a task in two steps, and looks into its cache between them. A task that ends
// by itself meanwhile, as all do without a network, is removed from the session's registry when its handler
// or delegate has returned. Then the second step ends the process: "Trying to access a behaviour for a task
// that in not in the registry."
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSession {
    /// A Boolean value that indicates whether the end of a task has to wait for both steps of its cancelling.
    ///
    /// On a queue that is not serial waiting does harm: the session calls the handler for the second step too, at
    /// the same time, and then removes the task twice, which ends the process as well ("Trying to remove task, but
    /// it's not in the registry").
    var awaitsCancelling: Bool { delegateQueue.maxConcurrentOperationCount == 1 }
}

extension URLSessionTask {
    /// Waits for the second step, if the session has begun to cancel the task.
    ///
    /// Call this first in the handler of a task, and in the method of a delegate that is told of its end.
    ///
    /// - Parameter attempts: how often the task is looked at, as this blocks the queue of the session.
    func awaitCancelling(attempts: Int = 20_000) {
        guard state == .canceling else { return }
        // Nothing notifies of the second step. Most often it has been taken, or comes in microseconds.
        for _ in 0..<attempts {
            // The session sets the error on the queue on which it answers this. To read the error at the same
            // time ends the process.
            _ = priority
            if (error as? URLError)?.code == .cancelled { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
    }
}
#endif
