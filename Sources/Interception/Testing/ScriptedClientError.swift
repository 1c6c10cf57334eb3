import GroupContext

/// A script asked something of a ``ScriptedClient`` that it cannot do.
public struct ScriptedClientError: Error, Sendable {
    /// What is wrong.
    public let code: Code

    /// The label of the request that it is about, or what was wanted of it.
    public let label: String

    /// Which requests were outstanding at that time.
    public let outstanding: [String]

    /// What is wrong with a script.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code as words for logs.
        public let description: String

        /// No request of this label is outstanding.
        public static let notOutstanding = Code(description: "no such request is outstanding")
        /// The client was to answer by itself, and has no answer for this label.
        public static let noAnswer = Code(description: "the client has no answer for this request")
        /// The body of `withEveryCompletionOrder` has not issued the requests that it had issued
        /// when it ran before.
        public static let notRepeated = Code(
            description: "the requests are not those of the run before"
        )
        /// Somebody was cancelled who waited for such a request.
        public static let notIssued = Code(description: "no such request was issued")
        /// More requests have been issued than the client was to answer.
        public static let noEnd = Code(description: "requests are issued without end")
    }
}

extension ScriptedClientError: CustomStringConvertible {
    /// What is wrong, with which request, and which ones are outstanding.
    public var description: String {
        let others = outstanding.isEmpty ? "none" : outstanding.inARow()
        return "\(label.onOneLine): \(code); outstanding: \(others)"
    }
}

extension ScriptedClientError: DescribedInSummaries {}
