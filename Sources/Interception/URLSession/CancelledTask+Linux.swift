#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension URLSessionTask {
    /// Waits until the session has carried out what it was told if the task has been cancelled.
    ///
    /// On Linux a session cancels in two steps, the second of which comes a little later if it looks
    /// into its cache. A task that ends by itself in between, as all do without a network, is
    /// forgotten by then, and the second step ends the process. The session forgets a task when
    /// its handler or its delegate has returned: to be called first in there.
    ///
    /// - Parameter attempts: how often it looks; the queue of the session is not held up for ever.
    func awaitCancelling(attempts: Int = 20_000) {
        guard state == .canceling else { return }
        // Most often it is there, or comes in microseconds: there is nothing that would tell.
        for _ in 0..<attempts {
            if (error as? URLError)?.code == .cancelled { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
    }
}
#endif
