#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A check of a response, by its body as well as by its status, in a ``RequestPipeline``.
///
/// A rejected response fails the request in its group; the request's handler still receives the response.
///
/// ```swift
/// let hasBody = ResponseValidator { response in
///     if response.data.isEmpty { throw URLError(.zeroByteResource) }
/// }
/// ```
public struct ResponseValidator: Sendable {
    /// Throws the reason for rejecting the response.
    package let validate: @Sendable (LoadedResponse) throws -> Void

    /// Creates a validator.
    ///
    /// - Parameter validate: throws the reason for rejecting a response. It is called once for each response of
    ///   a server or a stub, on the thread that received the response.
    public init(_ validate: @escaping @Sendable (LoadedResponse) throws -> Void) {
        self.validate = validate
    }
}
