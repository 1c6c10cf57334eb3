public import Foundation

/// What the screen shows: the callbacks of the requests fill it, on whatever thread.
public final class Page: @unchecked Sendable {
    // Safe: read and written under the lock.
    private var unlockedParts: [String] = []
    private let lock = NSLock()

    /// Makes an empty page.
    public init() {}

    /// The parts that are on the screen, or say there that they failed, sorted by name.
    public var parts: [String] { lock.withLock { unlockedParts.sorted() } }

    /// Shows what a request has brought.
    public func show(_ part: String, _ content: Data) {
        lock.withLock { unlockedParts.append(part) }
    }

    /// Shows that a request has failed.
    public func show(_ part: String, _ error: any Error) {
        lock.withLock { unlockedParts.append("no \(part)") }
    }
}
