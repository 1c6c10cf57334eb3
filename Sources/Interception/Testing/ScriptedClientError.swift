import GroupContext

/// The error of a test that uses a ``ScriptedClient`` wrongly.
package struct ScriptedClientError: Error, Sendable {
    package let code: Code

    package let label: String

    package let outstanding: [String]

    package enum Code: String, CustomStringConvertible {
        case notOutstanding = "no such request is outstanding"
        case noAnswer = "the client has no answer for this request"
        /// The body of `withEveryCompletionOrder` did not issue the same requests as in the previous run.
        case notRepeated = "the requests differ from the previous run"
        /// The waiting task was cancelled before the request was issued.
        case notIssued = "no such request was issued"
        /// A request was still outstanding after the maximum number of answers.
        case noEnd = "requests are outstanding after the maximum number of answers"

        package var description: String { rawValue }
    }
}

extension ScriptedClientError: CustomStringConvertible {
    package var description: String {
        let others = outstanding.isEmpty ? "none" : outstanding.joinedOnOneLine()
        return "\(label.onOneLine): \(code); outstanding: \(others)"
    }
}
