package import GroupContext

/// A request that calls a closure when it gets its permit.
package final class WaitingRequest: PermitWaiter {
    package let resumesTask = false
    private let start: @Sendable () -> Void

    package init(_ start: @escaping @Sendable () -> Void) { self.start = start }
    package func continueStart() { start() }
    package func reject(_ reason: CancellationReason) {}
}

extension Membership {
    /// Makes the request wait for a permit that no request frees.
    package func waitForPermit() {
        let cancellation = delay(for: Permit(of: RequestLimiter(), delaying: WaitingRequest {}))
        precondition(cancellation == nil, "The request may not start.")
        group.notifyObservers()
    }
}
