import GroupContext

/// The error of `withEveryCompletionOrder`, with the completion order in which the body failed.
public struct CompletionOrderError: Error, Sendable {
    package let code: Code

    /// The requests, in the order in which they were answered; see ``ScriptedClient/order``.
    package let order: [String]

    package let orderCount: Int

    /// The error that the body threw, if any.
    public let underlying: (any Error)?

    package let outstanding: [String]

    package enum Code: String, CustomStringConvertible {
        case bodyThrew = "the body threw"
        case noRequests = "the body issued no request with the client"
        /// The body left requests outstanding, or caught an error that had dropped the outstanding requests.
        case leftRequests = "the body left requests without an answer"
        /// The body issued other requests than in the previous run, or answered fewer requests.
        case notRepeatable = "the body behaved differently than in the previous run"
        case tooManyOrders = "there are more orders than allowed"

        package var description: String { rawValue }
    }
}

extension CompletionOrderError: CustomStringConvertible {
    /// The failure, its order, and the number of orders that were begun.
    public var description: String {
        let answers = order.isEmpty ? "" : " (\(order.joinedOnOneLine(" → ")))"
        var parts = ["order \(orderCount)\(answers): \(code)"]
        if let underlying { parts.append(summary(of: underlying)) }
        if !outstanding.isEmpty { parts.append(outstanding.joinedOnOneLine()) }
        return parts.joined(separator: ": ")
    }
}
