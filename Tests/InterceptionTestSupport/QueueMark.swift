/// A queue, and a check whether code runs on it.
final class QueueMark: Sendable {
    let queue: DispatchQueue
    private let key = DispatchSpecificKey<Void>()

    init(_ queue: DispatchQueue = DispatchQueue(label: "marked")) {
        self.queue = queue
        queue.setSpecific(key: key, value: ())
    }

    // Otherwise a later key with the address of this key would be found on the main queue.
    deinit { queue.setSpecific(key: key, value: nil) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
