#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTask {
    /// Returns when the session has cancelled the task, if somebody has told the session to.
    ///
    /// Call this first in the handler of a task, and in the method of a delegate that hears of its end. On Linux
    /// a session cancels in two steps. It takes the second a little later if it looks into its cache. A task that
    /// ends by itself between the two steps is forgotten when its handler or delegate has returned, and then the
    /// second step ends the process. Without a network every task ends so.
    ///
    /// - Parameter attempts: how often the task is looked at: the queue of the session is not held up for ever.
    func awaitCancelling(attempts: Int = 20_000) {
        guard state == .canceling else { return }
        // Most often it is there, or comes in microseconds: there is nothing that would tell.
        for _ in 0..<attempts {
            // The session answers this on the queue on which it sets errors. Who reads an error while the
            // session replaces it reads memory that is given back, and the process ends.
            _ = priority
            if (error as? URLError)?.code == .cancelled { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
    }
}
#endif
