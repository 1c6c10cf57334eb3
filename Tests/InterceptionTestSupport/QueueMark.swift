import Dispatch

/// A queue of its own that code can tell it runs on.
final class QueueMark: Sendable {
    let queue: DispatchQueue
    private let key = DispatchSpecificKey<Void>()

    init(_ queue: DispatchQueue = DispatchQueue(label: "marked")) {
        self.queue = queue
        queue.setSpecific(key: key, value: ())
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
