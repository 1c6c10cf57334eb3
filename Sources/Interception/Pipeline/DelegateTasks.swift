// Tasks without a handler in the pipeline: a stub cannot answer them, because only their own session may call its
// delegate.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    /// Returns the request of a task that reports to a delegate, after the adapters.
    func adapted(_ form: some TaskForm, _ piped: PipedRequest?) -> AdaptedRequest {
        guard let piped else {
            return AdaptedRequest(request: nil, name: form.name, refusal: nil)
        }
        let refusal: TaskRefusal = {
            // Observers are not notified of the start, because they cannot be notified of the end.
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

/// A request after the adapters of its pipeline, if there is one.
struct AdaptedRequest: Sendable {
    let request: URLRequest?
    let name: RequestName
    let refusal: TaskRefusal?
}

/// A closure that is called when a task starts; an error that it returns prevents the start.
///
/// The session then cancels the task, and its delegate receives this error instead of the cancellation error.
typealias TaskRefusal = @Sendable () -> (any Error)?

/// The error of a task that the pipeline would have to answer or change, but cannot.
///
/// The task has no handler, or is a web socket, and a stub matches it or an adapter has to change it at its
/// start. The task is not sent, and its delegate receives this error.
public struct DelegateTaskError: Error, Hashable, CustomStringConvertible {
    package enum Reason: Sendable {
        case stub, adapter, webSocket
    }

    /// The method, host and path of the request.
    package let label: String

    private let reason: Reason

    package init(_ reason: Reason, label: String) {
        self.reason = reason
        self.label = label
    }

    /// The problem, the request and the cure, on one line.
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
