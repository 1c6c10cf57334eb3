import Synchronization

/// What failed, gathered by hand: callbacks come on other threads than the one that reads it.
final class FailureList: Sendable {
    private let list = Mutex<[String]>([])

    /// The labels of what failed so far.
    var labels: [String] { list.withLock { $0 } }

    func append(_ label: String) {
        list.withLock { $0.append(label) }
    }
}
