#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Says whether a response is what the request was for, by its body as well as by its status.
///
/// Validators are part of a ``RequestPipeline``. A response that one of them rejects is a failure
/// of the request's group; handlers get what they always got.
///
/// ```swift
/// let hasBody = ResponseValidator { response in
///     if response.data.isEmpty { throw URLError(.zeroByteResource) }
/// }
/// ```
public struct ResponseValidator: Sendable {
    /// Throws the reason if the response is to be rejected.
    package let validate: @Sendable (LoadedResponse) throws -> Void

    /// Makes a validator.
    ///
    /// - Parameter validate: throws the reason if the response is to be rejected. It is called once
    ///   for each response that a server or a stub has sent, on the thread that it came on.
    public init(_ validate: @escaping @Sendable (LoadedResponse) throws -> Void) {
        self.validate = validate
    }
}
