public import Foundation

/// The content of a screen, filled by the callbacks of requests on any thread.
public final class Page: @unchecked Sendable {
    // Safe: accessed only under the lock.
    private var unlockedParts: [String] = []
    private let lock = NSLock()

    /// Creates an empty page.
    public init() {}

    /// The names of the parts on the screen, sorted; a failed part has the prefix `no`.
    public var parts: [String] { lock.withLock { unlockedParts.sorted() } }

    /// Shows a part with the content of a response.
    public func show(_ part: String, _ content: Data) {
        lock.withLock { unlockedParts.append(part) }
    }

    /// Shows that the request of a part failed.
    public func show(_ part: String, _ error: any Error) {
        lock.withLock { unlockedParts.append("no \(part)") }
    }
}
