import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Tasks without a handler report to the delegate of their session, which no other session may call.

extension InterceptingClient where Base: URLSession {
    /// The request after the adapters, its label, and what is asked when it starts.
    func adapted(
        _ request: URLRequest
    ) -> (request: URLRequest, label: String, refusal: TaskRefusal?) {
        guard let piped = piped(request, isObserved: false) else {
            return (request, request.requestLabel, nil)
        }
        let label = piped.request.requestLabel
        let refusal: TaskRefusal = {
            piped.start()
            guard piped.mayBeAnswered else { return nil }
            return piped.answer()?.result.reportedFailure ?? StubbedDelegateTaskError(label: label)
        }
        return (piped.request, label, refusal)
    }
}

/// Asked when a task starts that has gone through the pipeline: why it is not sent, if it is not.
///
/// Its session cancels it then, and its delegate hears this in place of the cancelling.
typealias TaskRefusal = @Sendable () -> (any Error)?

/// A stub matches a task that has no handler and reports to the delegate of its session, which a
/// stub cannot do.
///
/// The delegate hears it as the error of the task.
public struct StubbedDelegateTaskError: Error, Hashable, CustomStringConvertible {
    /// Method, host and path of the request.
    public let label: String

    /// Makes the error of the request with this label.
    public init(label: String) {
        self.label = label
    }

    /// What happened, and to which request.
    public var description: String {
        "\(label.onOneLine): a stub cannot answer a task that reports to a delegate; nothing was sent"
    }
}

extension StubbedDelegateTaskError: DescribedInSummaries {}
