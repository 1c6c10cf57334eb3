import Synchronization

/// Entries that callbacks record on any thread.
final class Notes<Entry: Sendable>: Sendable {
    private let contents = Mutex<[Entry]>([])

    var entries: [Entry] { contents.withLock { $0 } }
    func append(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}
