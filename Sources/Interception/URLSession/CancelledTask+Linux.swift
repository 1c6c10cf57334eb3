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
    func awaitCancelling() {
        guard state == .canceling else { return }
        // Most often it is there, or comes in microseconds: there is nothing that would tell.
        // Whatever else a session may do one day, its queue is not held up for ever.
        var attempts = 0
        while (error as? URLError)?.code != .cancelled, attempts < 20_000 {
            Thread.sleep(forTimeInterval: 0.000_1)
            attempts += 1
        }
    }
}
#endif
