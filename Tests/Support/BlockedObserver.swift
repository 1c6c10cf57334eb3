import Dispatch
package import GroupContext

/// An observer that blocks at an event of one kind until the test releases it.
package final class BlockedObserver: RequestGroupObserver {
    package let isBlocked = Gate()
    private let kind: RequestGroupEvent.Kind
    private let canGoOn = DispatchSemaphore(value: 0)

    package init(_ kind: RequestGroupEvent.Kind) { self.kind = kind }

    package func observe(_ event: RequestGroupEvent) {
        guard event.kind == kind else { return }
        isBlocked.open()
        canGoOn.wait()
        canGoOn.signal()
    }

    package func release() { canGoOn.signal() }
}
