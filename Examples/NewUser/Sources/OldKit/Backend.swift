// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client with asynchronous methods.
public final class Backend: Sendable {
    public static let shared = Backend()

    public struct Rejected: Error, Equatable {
        public init() {}
    }

    /// An asynchronous method without `throws`.
    public func title() async -> String? { "title" }

    /// A method with typed throws.
    public func user(_ fate: Fate) async throws(Rejected) -> String {
        if fate == .failed { throw Rejected() }
        return "Ann"
    }

    /// A stream that ends when the server closes it.
    public func lines(_ fate: Fate) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield("line")
            if fate == .kept { return }
            serve(
                fate,
                success: { continuation.finish() },
                failure: { continuation.finish(throwing: $0) }
            )
        }
    }

    /// The same lines through callbacks.
    public func read(
        _ fate: Fate,
        onLine: @escaping (String) -> Void,
        onEnd: @escaping ((any Error)?) -> Void
    ) {
        queue.async { if fate != .lost { onLine("line") } }
        serve(fate, success: { onEnd(nil) }, failure: onEnd)
    }
}
