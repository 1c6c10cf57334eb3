import GroupContext

/// The completion order in which a body failed, as `withEveryCompletionOrder` reports it.
public struct CompletionOrderError: Error, Sendable {
    /// What went wrong.
    public let code: Code

    /// The requests in the order in which they had been answered; see ``ScriptedClient/order``.
    public let order: [String]

    /// How many orders were begun, this one included.
    package let orderCount: Int

    /// What the body threw, if it did.
    public let underlying: (any Error)?

    /// Which requests the body left without an answer.
    public let outstanding: [String]

    /// What goes wrong in a completion order.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case bodyThrew = "the body threw"
            case noRequests = "the body issued no request with the client"
            case leftRequests = "the body left requests without an answer"
            case notRepeatable = "the body did not do the same as when it ran before"
            case tooManyOrders = "there are more orders than allowed"
        }

        private let kind: Kind

        /// The code as words for logs.
        public var description: String { kind.rawValue }

        /// The body threw.
        public static let bodyThrew = Code(kind: .bodyThrew)
        /// The body issued no request with the client: nothing has been tried.
        public static let noRequests = Code(kind: .noRequests)
        /// The body returned, and requests were outstanding: nothing has tried their orders.
        public static let leftRequests = Code(kind: .leftRequests)
        /// The body did not issue the same requests, or not answer as many, when it ran again: its
        /// orders cannot be gone through.
        public static let notRepeatable = Code(kind: .notRepeatable)
        /// There are more orders than were allowed.
        public static let tooManyOrders = Code(kind: .tooManyOrders)
    }
}

extension CompletionOrderError: CustomStringConvertible {
    /// What went wrong, in which order, and how many orders were begun.
    public var description: String {
        let answers = order.isEmpty ? "" : " (\(order.inARow(" → ")))"
        var parts = ["order \(orderCount)\(answers): \(code)"]
        if let underlying { parts.append(summary(of: underlying)) }
        if !outstanding.isEmpty { parts.append(outstanding.inARow()) }
        return parts.joined(separator: ": ")
    }
}

extension CompletionOrderError: DescribedInSummaries {}
