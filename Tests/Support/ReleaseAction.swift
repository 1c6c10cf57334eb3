/// Runs an action when it is released.
package final class ReleaseAction: Error {
    private let action: @Sendable () -> Void

    package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
}
