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
        private enum Kind: String {
            case notOutstanding = "no such request is outstanding"
            case noAnswer = "the client has no answer for this request"
            case notRepeated = "the requests are not those of the run before"
            case notIssued = "no such request was issued"
            case noEnd = "requests are issued without end"
        }

        private let kind: Kind

        /// The code as words for logs.
        public var description: String { kind.rawValue }

        /// No request of this label is outstanding.
        public static let notOutstanding = Code(kind: .notOutstanding)
        /// The client was to answer by itself, and has no answer for this label.
        public static let noAnswer = Code(kind: .noAnswer)
        /// The body of `withEveryCompletionOrder` has not issued the requests that it had issued
        /// when it ran before.
        public static let notRepeated = Code(kind: .notRepeated)
        /// Somebody was cancelled who waited for such a request.
        public static let notIssued = Code(kind: .notIssued)
        /// More requests have been issued than the client was to answer.
        public static let noEnd = Code(kind: .noEnd)
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
