// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum BackendError: Error { case cancelled, gone }

/// A client with asynchronous methods, and with streams.
public final class Backend: Sendable {
    private let fate: Fate

    public init(_ fate: Fate) { self.fate = fate }

    public func title() async -> String { "title" }

    public func user() async throws(BackendError) -> String {
        if fate == .failed { throw .gone }
        return "Ann"
    }

    /// Calls back with each line until the server ends the answer.
    public func lines(
        onLine: @escaping (String) -> Void,
        onEnd: @escaping ((any Error)?) -> Void
    ) {
        queue.async { [fate] in if fate != .lost { onLine("line") } }
        serve(fate, success: { onEnd(nil) }, failure: onEnd)
    }

    /// A stream that ends when the server closes it.
    public func events() -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield("event")
            if fate == .kept { return }
            serve(
                fate,
                success: { continuation.finish() },
                failure: { continuation.finish(throwing: $0) }
            )
        }
    }
}
