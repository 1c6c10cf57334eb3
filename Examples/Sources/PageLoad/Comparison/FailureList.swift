import Synchronization

/// A list of failed requests with a lock, because the client calls back on other threads than the reader's.
final class FailureList: Sendable {
    private let list = Mutex<[String]>([])

    /// The labels of the requests that have failed so far.
    var labels: [String] { list.withLock { $0 } }

    func append(_ label: String) {
        list.withLock { $0.append(label) }
    }
}
