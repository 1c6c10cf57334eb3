import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Tasks without a handler report to the delegate of their session, which no other session may call.

extension InterceptingClient where Base: URLSession {
    /// The request after the adapters, its label, and what its group has to hear of its end.
    ///
    /// Where a stub would answer or the pipeline refuses, it is replaced by one that every session
    /// refuses, so that the delegate hears of an end and nothing is sent.
    func adapted(_ request: URLRequest) -> (URLRequest, String, TaskCheck?) {
        guard let piped = piped(request) else { return (request, request.requestLabel, nil) }
        let label = piped.request.requestLabel
        guard let answer = piped.answer else { return (piped.request, label, nil) }
        let failure = answer.result.reportedFailure ?? StubbedDelegateTaskError(label: label)
        let check: TaskCheck = { _, error in
            (error as? URLError)?.code == .cancelled ? error : failure
        }
        return (URLRequest(url: Self.nowhere), label, check)
    }

    /// A URL that no session loads.
    private static var nowhere: URL {
        URL(string: "nowhere:") ?? FileManager.default.temporaryDirectory
    }
}

/// A stub matches a task that has no handler and reports to the delegate of its session, which a
/// stub cannot do.
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
