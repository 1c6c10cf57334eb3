import GroupContext

/// The error of a test that uses a ``ScriptedClient`` wrongly.
package struct ScriptedClientError: Error, Sendable {
    package let code: Code

    package let label: String

    package let outstanding: [String]

    package struct Code: Hashable, CustomStringConvertible {
        private enum Kind: String {
            case notOutstanding = "no such request is outstanding"
            case noAnswer = "the client has no answer for this request"
            case notRepeated = "the requests are not those of the run before"
            case notIssued = "no such request was issued"
            case noEnd = "requests are issued without end"
        }

        private let kind: Kind

        package var description: String { kind.rawValue }

        package static let notOutstanding = Code(kind: .notOutstanding)
        package static let noAnswer = Code(kind: .noAnswer)
        /// The body of `withEveryCompletionOrder` did not issue the same requests as in the previous run.
        package static let notRepeated = Code(kind: .notRepeated)
        /// The waiting task was cancelled before the request was issued.
        package static let notIssued = Code(kind: .notIssued)
        /// A request was still outstanding after the maximum number of answers.
        package static let noEnd = Code(kind: .noEnd)
    }
}

extension ScriptedClientError: CustomStringConvertible {
    package var description: String {
        let others = outstanding.isEmpty ? "none" : outstanding.joinedOnOneLine()
        return "\(label.onOneLine): \(code); outstanding: \(others)"
    }
}
