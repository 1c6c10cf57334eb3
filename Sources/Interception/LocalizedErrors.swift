public import Foundation
public import GroupContext

/// An error whose `localizedDescription` is its description, because older code shows that text.
///
/// No description contains data that may be secret.
protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension RequestGroupError: LocalizedError, DescribedError {}
extension RequestFailure: LocalizedError, DescribedError {}
extension LostCallbackError: LocalizedError, DescribedError {}
extension RequestTimeoutError: LocalizedError, DescribedError {}
extension BlockingRequestGroupError: LocalizedError, DescribedError {}
extension HTTPStatusError: LocalizedError, DescribedError {}
extension UntrackedTaskError: LocalizedError, DescribedError {}
extension CacheMiss: LocalizedError, DescribedError {}
extension UnstubbedRequestError: LocalizedError, DescribedError {}
extension DelegateTaskError: LocalizedError, DescribedError {}
extension EnvelopeError: LocalizedError, DescribedError {}
extension ServiceError: LocalizedError, DescribedError {}
extension ScriptedClientError: LocalizedError, DescribedError {}
extension CompletionOrderError: LocalizedError, DescribedError {}
extension UnexplainedFailureError: LocalizedError, DescribedError {}
