import GroupContext

/// The error of `withEveryCompletionOrder`, with the completion order in which the body failed.
public struct CompletionOrderError: Error, Sendable {
    /// The kind of the failure.
    package let code: Code

    /// The requests, in the order in which they were answered; see ``ScriptedClient/order``.
    public let order: [String]

    package let orderCount: Int

    /// The error that the body threw, if any.
    public let underlying: (any Error)?

    /// The requests that the body left without an answer.
    package let outstanding: [String]

    /// The kinds of failures of a completion order.
    package struct Code: Hashable, CustomStringConvertible {
        private enum Kind: String {
            case bodyThrew = "the body threw"
            case noRequests = "the body issued no request with the client"
            case leftRequests = "the body left requests without an answer"
            case notRepeatable = "the body did not do the same as when it ran before"
            case tooManyOrders = "there are more orders than allowed"
        }

        private let kind: Kind

        /// The code in words, for logs.
        package var description: String { kind.rawValue }

        /// The body threw an error.
        package static let bodyThrew = Code(kind: .bodyThrew)
        /// The body issued no request with the client, so no order was tried.
        package static let noRequests = Code(kind: .noRequests)
        /// The body returned with outstanding requests, whose orders were not tried.
        package static let leftRequests = Code(kind: .leftRequests)
        /// The body issued other requests, or answered fewer of them, when it ran again, so its orders cannot
        /// be tried.
        package static let notRepeatable = Code(kind: .notRepeatable)
        /// There are more orders than `maximumOrders`.
        package static let tooManyOrders = Code(kind: .tooManyOrders)
    }
}

extension CompletionOrderError: CustomStringConvertible {
    /// The failure, its order, and the number of orders that were begun.
    public var description: String {
        let answers = order.isEmpty ? "" : " (\(order.inARow(" → ")))"
        var parts = ["order \(orderCount)\(answers): \(code)"]
        if let underlying { parts.append(summary(of: underlying)) }
        if !outstanding.isEmpty { parts.append(outstanding.inARow()) }
        return parts.joined(separator: ": ")
    }
}

extension CompletionOrderError: DescribedInSummaries {}
