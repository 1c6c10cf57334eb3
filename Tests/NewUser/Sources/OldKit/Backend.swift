// A library of others, as they are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Asynchronous methods.
public final class Backend: Sendable {
    public static let shared = Backend()

    public struct Refused: Error, Equatable {
        public init() {}
    }

    /// Never throws.
    public func title() async -> String? { "title" }

    /// Throws errors of one type.
    public func user(_ fate: Fate) async throws(Refused) -> String {
        if fate == .failed { throw Refused() }
        return "Ann"
    }

    /// A stream, which ends when the server says so.
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

    /// The same with callbacks.
    public func read(
        _ fate: Fate,
        onLine: @escaping (String) -> Void,
        onEnd: @escaping ((any Error)?) -> Void
    ) {
        queue.async { if fate != .lost { onLine("line") } }
        serve(fate, success: { onEnd(nil) }, failure: onEnd)
    }
}
