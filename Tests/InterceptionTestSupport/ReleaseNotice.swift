/// An observer that records its own release, and thus that of the group that it observes.
///
/// Tests use it to wait for a release on a queue of the system.
final class ReleaseNotice: RequestGroupObserver {
    private let released: Journal<String>

    init(_ released: Journal<String>) {
        self.released = released
    }

    deinit {
        released.append("released")
    }

    func observe(_ event: RequestGroupEvent) {}
}

/// Runs an action when it is released.
final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}
