// On Linux a session cancels a task in two steps, and reads the session's cache between the steps. A task that ends
// between the steps is removed from the session's registry as soon as the handler or the delegate method has returned.
// The second step then crashes: "Trying to access a behaviour for a task that in not in the registry." The method below
// therefore delays the return of the handler or the delegate method until the second step.
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTask {
    /// Waits for the second step, if the session has begun to cancel the task.
    ///
    /// A handler calls this method before anything else, and so does the delegate method for the end of a
    /// task. `attempts` limits the wait, because waiting blocks the delegate queue of the session.
    ///
    /// If the delegate queue is concurrent, the handler must not wait. The session would call the waiting
    /// handler again and remove the task twice, which crashes: "Trying to remove task, but it's not in the
    /// registry."
    func awaitCancelling(in session: URLSession, attempts: Int = 20_000) {
        guard state == .canceling, session.delegateQueue.maxConcurrentOperationCount == 1
        else { return }
        // The session does not report the second step, which usually follows in microseconds, so check repeatedly.
        for _ in 0..<attempts {
            // The session sets `error` on an internal queue, and reading `error` meanwhile crashes. Reading `priority`
            // first waits for that queue.
            _ = priority
            if (error as? URLError)?.code == .cancelled { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
    }
}
#endif
