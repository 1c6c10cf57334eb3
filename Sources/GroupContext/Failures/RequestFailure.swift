// Failures: what a group says of how it ended.

/// One request of a group that did not succeed.
public struct RequestFailure: Error, Sendable {
    /// What the request was called when it entered its group.
    public let label: String

    /// The place of the request in the order in which the group's requests were issued, from 0.
    ///
    /// A captured closure or a nested group that missed the deadline is no request: for it this is
    /// the number of requests that were issued before it.
    public let index: Int

    /// What the client reported, or what the library reports in its stead.
    public var error: any Error {
        // A tenth of the price of a cast.
        guard type(of: stored) == NestedErrorHolder.self else { return stored }
        return (stored as? NestedErrorHolder)?.error ?? stored
    }

    /// The error, or the holder of that of a nested group: its failures hold further errors, more than the stack is
    /// deep.
    private let stored: any Error

    /// Why this counts as a failure.
    public let reason: Reason

    /// Whether the request was marked optional: its failure fails nobody.
    public let isOptional: Bool

    package init(
        label: String,
        index: Int,
        error: any Error,
        reason: Reason,
        isOptional: Bool = false
    ) {
        self.label = label
        self.index = index
        stored = type(of: error) == RequestGroupError.self ? NestedErrorHolder(error) : error
        self.reason = reason
        self.isOptional = isOptional
    }

    /// Whether the request itself is to blame: neither optional nor an echo of a cancellation.
    public var isCause: Bool { !isOptional && reason != .cancelled }

    /// Why a request counts as failed.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        // Every request carries one along: a byte, not a string.
        private enum Code: UInt8 {
            case failed, lostCallback, cancelled, timedOut
        }

        private let code: Code

        /// The client reported an error.
        public static let failed = Reason(code: .failed)
        /// Every callback was released without having run: no answer can come any more.
        public static let lostCallback = Reason(code: .lostCallback)
        /// The group cancelled the request, or refused to start it: an echo, not a cause.
        public static let cancelled = Reason(code: .cancelled)
        /// The request had not answered when the deadline of its group passed.
        public static let timedOut = Reason(code: .timedOut)

        /// The reason as a word for logs.
        public var description: String {
            switch code {
            case .failed: "failed"
            case .lostCallback: "lost callback"
            case .cancelled: "cancelled"
            case .timedOut: "timed out"
            }
        }
    }
}

extension RequestFailure: CustomStringConvertible {
    /// The failure on one line, such as `#2 GET /feed: timed out`.
    public var description: String { description(nesting: 0) }

    /// The description inside that of groups, as many as `nesting` says.
    func description(nesting: Int) -> String {
        let ending =
            if reason == .lostCallback {
                "\(reason), the client dropped its callbacks, or called only callbacks that end no request"
            } else if reason != .failed {
                reason.description
            } else if let error = error as? RequestGroupError {
                error.description(nesting: nesting + 1).onOneLine
            } else {
                summary(of: error)
            }
        return "#\(index) \(label.onOneLine): \(ending)\(isOptional ? " (optional)" : "")"
    }
}

/// Holds the error of a nested group, and releases it without recursion.
private final class NestedErrorHolder: Error {
    // Safe: written when the object is made, and moved out when it is released.
    private nonisolated(unsafe) var stored: (any Error)?

    var error: any Error {
        guard let stored else { preconditionFailure("The error stays until the deinit.") }
        return stored
    }

    init(_ error: any Error) {
        stored = error
    }

    deinit {
        // Taken in the closure: a reference that is kept here would be the last one.
        NestedValues.release { stored.take() }
    }
}

/// The error of a request whose callbacks were all released without one having run.
///
/// The client dropped them, as many do for a request that they cancel or forget, or it called only
/// callbacks that end no request. Such a request leaves its group as failed, as no answer can come any more.
public struct LostCallbackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The label of the request.
    public let label: String

    /// Makes the error of the request with this label.
    public init(label: String) {
        self.label = label
    }

    /// What happened, and to which request.
    public var description: String {
        "\(label.onOneLine): every callback was released without being called, so no answer can come; "
            + "either the client dropped them, or it called only callbacks that end no request"
    }
}

/// The error of a request that had not answered when the deadline of its group passed.
public struct RequestTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The label of the request.
    public let label: String

    /// Makes the error of the request with this label.
    public init(label: String) {
        self.label = label
    }

    /// What happened, and to which request.
    public var description: String {
        "\(label.onOneLine): no answer before the deadline of its group"
    }
}
