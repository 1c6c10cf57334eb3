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
extension HTTPStatusError: LocalizedError, DescribedError, DescribedInSummaries {}
extension UntrackedTaskError: LocalizedError, DescribedError, DescribedInSummaries {}
extension CacheMiss: LocalizedError, DescribedError, DescribedInSummaries {}
extension UnstubbedRequestError: LocalizedError, DescribedError, DescribedInSummaries {}
extension DelegateTaskError: LocalizedError, DescribedError, DescribedInSummaries {}
extension EnvelopeError: LocalizedError, DescribedError, DescribedInSummaries {}
extension ServiceError: LocalizedError, DescribedError, DescribedInSummaries {}
extension ScriptedClientError: LocalizedError, DescribedError, DescribedInSummaries {}
extension CompletionOrderError: LocalizedError, DescribedError, DescribedInSummaries {}
extension UnexplainedFailureError: LocalizedError, DescribedError, DescribedInSummaries {}
