public import Foundation
public import GroupContext

// `localizedDescription` of the library's errors: without these conformances it names only the type and a number.

extension RequestGroupError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension RequestFailure: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension LostCallbackError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension RequestTimeoutError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension BlockingRequestGroupError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension HTTPStatusError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension UntrackedTaskError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension CacheMiss: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension UnstubbedRequestError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension DelegateTaskError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension EnvelopeError: LocalizedError {
    /// The same text as `description`, without the server's message, which may be secret.
    public var errorDescription: String? { description }
}

extension ServiceError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension ScriptedClientError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension CompletionOrderError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}
