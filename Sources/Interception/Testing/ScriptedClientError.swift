import GroupContext

/// The error of a script that asks a ``ScriptedClient`` for something impossible.
package struct ScriptedClientError: Error, Sendable {
    /// The kind of the mistake.
    package let code: Code

    /// The label of the request concerned.
    package let label: String

    /// The names of the requests that were outstanding at that time.
    package let outstanding: [String]

    /// The kinds of mistakes in a script.
    package struct Code: Hashable, CustomStringConvertible {
        private enum Kind: String {
            case notOutstanding = "no such request is outstanding"
            case noAnswer = "the client has no answer for this request"
            case notRepeated = "the requests are not those of the run before"
            case notIssued = "no such request was issued"
            case noEnd = "requests are issued without end"
        }

        private let kind: Kind

        /// The code in words, for logs.
        package var description: String { kind.rawValue }

        /// No request with this label is outstanding.
        package static let notOutstanding = Code(kind: .notOutstanding)
        /// The client has no answer for requests with this label.
        package static let noAnswer = Code(kind: .noAnswer)
        /// The body of `withEveryCompletionOrder` did not issue the same requests as in the run before.
        package static let notRepeated = Code(kind: .notRepeated)
        /// The task that waited for such a request was cancelled.
        package static let notIssued = Code(kind: .notIssued)
        /// More requests were issued than the maximum to answer.
        package static let noEnd = Code(kind: .noEnd)
    }
}

extension ScriptedClientError: CustomStringConvertible {
    /// The mistake, the request concerned, and the outstanding requests.
    package var description: String {
        let others = outstanding.isEmpty ? "none" : outstanding.inARow()
        return "\(label.onOneLine): \(code); outstanding: \(others)"
    }
}

extension ScriptedClientError: DescribedInSummaries {}
