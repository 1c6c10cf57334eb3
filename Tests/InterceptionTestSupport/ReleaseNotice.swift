import Interception

/// Tells when it is released, and so when the group that it observes is, or whoever else holds it.
///
/// For what is released on a queue of somebody else, some time after the last that a test hears of.
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
