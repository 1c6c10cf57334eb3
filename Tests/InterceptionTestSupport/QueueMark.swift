/// A queue, and a check whether code runs on it.
final class QueueMark: Sendable {
    let queue: DispatchQueue
    private let key = DispatchSpecificKey<Void>()

    init(_ queue: DispatchQueue = DispatchQueue(label: "marked")) {
        self.queue = queue
        queue.setSpecific(key: key, value: ())
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
