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
            let reason: DelegateTaskError.Reason = piped.isLate ? .adapter : .stub
            return piped.answer()?.result.reportedFailure
                ?? DelegateTaskError(reason, label: piped.request.requestLabel)
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

/// The pipeline cannot do to a task what it should, as the task has no handler and reports to the delegate of
/// its session, or is a web socket.
///
/// A stub matches the task, or an adapter has to change it when it starts. The task is not sent, and the
/// delegate hears this as its error.
public struct DelegateTaskError: Error, Hashable, CustomStringConvertible {
    package enum Reason: Sendable {
        case stub, adapter, webSocket
    }

    /// Method, host and path of the request.
    public let label: String

    private let reason: Reason

    package init(_ reason: Reason, label: String) {
        self.reason = reason
        self.label = label
    }

    /// What happened, to which request, and what to do about it.
    public var description: String {
        let problem =
            switch reason {
            case .stub:
                "a stub cannot answer a task that reports to a delegate; nothing was sent; give the task a handler"
            case .adapter:
                "an adapter that runs at the start cannot change a task that reports to a delegate; nothing was sent; "
                    + "give the task a handler"
            case .webSocket:
                "a stub cannot answer a web socket; nothing was sent; let the request pass through"
            }
        return "\(label.onOneLine): \(problem)"
    }
}

extension DelegateTaskError: DescribedInSummaries {}
