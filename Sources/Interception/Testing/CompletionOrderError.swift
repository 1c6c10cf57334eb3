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

    package struct Code: Hashable, CustomStringConvertible {
        private enum Kind: String {
            case bodyThrew = "the body threw"
            case noRequests = "the body issued no request with the client"
            case leftRequests = "the body left requests without an answer"
            case notRepeatable = "the body did not do the same as when it ran before"
            case tooManyOrders = "there are more orders than allowed"
        }

        private let kind: Kind

        package var description: String { kind.rawValue }

        package static let bodyThrew = Code(kind: .bodyThrew)
        package static let noRequests = Code(kind: .noRequests)
        /// The body returned while requests were outstanding, so the orders of these requests were not tried.
        package static let leftRequests = Code(kind: .leftRequests)
        /// The body issued other requests than in the previous run, or answered fewer requests.
        package static let notRepeatable = Code(kind: .notRepeatable)
        package static let tooManyOrders = Code(kind: .tooManyOrders)
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
