// On Linux a session cancels a task in two steps, and reads its cache between them. A task that ends by itself
// meanwhile, as every task does without a network, leaves the session's registry when its handler or delegate has
// returned. Then the second step ends the process: "Trying to access a behaviour for a task that in not in the
// registry."
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSession {
    /// A Boolean value that indicates whether the end of a task waits for both steps of its cancelling.
    ///
    /// On a concurrent queue waiting does harm: the session calls the handler for the second step at the same
    /// time, and removes the task twice, which also ends the process ("Trying to remove task, but it's not in
    /// the registry").
    var awaitsCancelling: Bool { delegateQueue.maxConcurrentOperationCount == 1 }
}

extension URLSessionTask {
    /// Waits for the second step, if the session has begun to cancel the task.
    ///
    /// Call this first in the handler of a task, and in the delegate method for its end.
    ///
    /// - Parameter attempts: the maximum number of checks, because waiting blocks the queue of the session.
    func awaitCancelling(attempts: Int = 20_000) {
        guard state == .canceling else { return }
        // The session does not report the second step. It usually has been taken, or follows in microseconds.
        for _ in 0..<attempts {
            // Reading `priority` waits for the queue on which the session sets the error. Reading the error while it
            // is set ends the process.
            _ = priority
            if (error as? URLError)?.code == .cancelled { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
    }
}
#endif
