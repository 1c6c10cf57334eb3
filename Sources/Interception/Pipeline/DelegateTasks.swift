import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Tasks without a handler report to the delegate of their session, which no other session may call.

extension InterceptingClient<URLSession> {
    /// What has come through the pipeline, if there is one, for a task that reports to its delegate.
    func adapted(_ form: some TaskForm, _ piped: PipedRequest?) -> AdaptedRequest {
        guard let piped else {
            return AdaptedRequest(request: nil, name: form.name, refusal: nil)
        }
        let refusal: TaskRefusal = {
            // No observer hears of it, who could not be told of its end.
            piped.start(isObserved: false)
            guard piped.mayBeAnswered else { return nil }
            return piped.answer()?.result.reportedFailure
                ?? StubbedDelegateTaskError(label: piped.request.requestLabel)
        }
        return AdaptedRequest(
            request: piped.request,
            name: .request(piped.request),
            refusal: refusal
        )
    }
}

/// A request that has gone through the adapters of the pipeline, if there is one.
struct AdaptedRequest: Sendable {
    let request: URLRequest?
    let name: RequestName
    let refusal: TaskRefusal?
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
    package init(label: String) {
        self.label = label
    }

    /// What happened, and to which request.
    public var description: String {
        "\(label.onOneLine): a stub cannot answer a task that reports to a delegate; nothing was sent"
    }
}

extension StubbedDelegateTaskError: DescribedInSummaries {}
