/// A failed request of a group.
public struct RequestFailure: Error, Sendable {
    /// The label of the request.
    public let label: String

    /// The position of the request in issue order, from 0.
    ///
    /// For a captured closure or nested group that missed the deadline, the index is the number of requests issued
    /// before.
    public let index: Int

    /// The error that the client reported, or an error of the library, such as ``LostCallbackError``.
    public var error: any Error {
        // Comparing the types first is ten times as fast as a cast.
        guard type(of: stored) == NestedErrorHolder.self else { return stored }
        return (stored as? NestedErrorHolder)?.error ?? stored
    }

    /// The error, or a `NestedErrorHolder` with the error of a nested group.
    private let stored: any Error

    /// The reason for the failure.
    public let reason: Reason

    /// A Boolean value that indicates whether the request may fail without failing the group.
    public let isOptional: Bool

    /// A Boolean value that is `false` for a captured closure or a nested group.
    private let isRequest: Bool

    package init(
        label: String,
        index: Int,
        error: any Error,
        reason: Reason,
        isOptional: Bool = false,
        isRequest: Bool = true
    ) {
        self.label = label
        self.index = index
        stored = type(of: error) == RequestGroupError.self ? NestedErrorHolder(error) : error
        self.reason = reason
        self.isOptional = isOptional
        self.isRequest = isRequest
    }

    /// The rank in issue order; a captured closure or a nested group has the index of the request that enters next.
    // Several of these members may have one index. They time out in the order of entering, and the sort is stable.
    var order: Int { 2 * index + (isRequest ? 1 : 0) }

    /// A Boolean value that indicates whether the failure is a cause.
    ///
    /// The failure of an optional request is not a cause, and neither is a failure with the reason `cancelled`.
    package var isCause: Bool { !isOptional && reason != .cancelled }

    /// The reason for a failure.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        // An enumeration, which takes one byte, because every failure stores a reason.
        private enum Code: String {
            case failed, cancelled
            case lostCallback = "lost callback"
            case timedOut = "timed out"
        }

        private let code: Code

        /// The client reported an error.
        public static let failed = Reason(code: .failed)
        /// No callback with an answer was called, and none can come.
        public static let lostCallback = Reason(code: .lostCallback)
        /// The request was cancelled, or rejected by its cancelled group, or failed with a `CancellationError`.
        public static let cancelled = Reason(code: .cancelled)
        /// The request had not answered when the deadline of its group passed.
        public static let timedOut = Reason(code: .timedOut)

        /// The reason in words, for logs.
        public var description: String { code.rawValue }
    }
}

extension RequestFailure: CustomStringConvertible {
    /// The failure on one line, such as `#2 GET /feed: timed out`.
    public var description: String { description(nesting: 0) }

    func description(nesting: Int) -> String {
        let ending =
            if reason == .lostCallback {
                "\(reason): the client dropped the callbacks that answer, the wrapper passes the caller's own callbacks to the client, or the code did not call leave() or answer"
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

/// A holder of a nested group's error, which releases the error without recursion.
private final class NestedErrorHolder: Error {
    // Safe: only the initializer and the deinit change the property.
    private(set) nonisolated(unsafe) var error: any Error

    init(_ error: any Error) {
        self.error = error
    }

    deinit {
        // Take the error inside the closure, because releasing a local variable of this deinit would recurse.
        NestedValues.release { exchange(&error, with: CancellationError()) }
    }
}

/// The error of a request whose callbacks were all released, or whose `finally` callback was called, without an answer.
///
/// Perhaps the client dropped the callbacks, as many clients do when they cancel a request. Or the wrapper passes the
/// caller's own callbacks to the client.
public struct LostCallbackError: Error, Hashable, Sendable, CustomStringConvertible {
    package let label: String

    /// Creates the error of the request with this label.
    public init(label: String) {
        self.label = label
    }

    /// The description of the error, with the label of the request.
    public var description: String {
        "\(label.onOneLine): no callback with an answer was called, and none can come: "
            + "the client dropped them, the wrapper passes the caller's own callbacks to the client, or the code did not call leave() or answer"
    }
}

/// The error of a request that had not answered when the deadline of its group passed.
public struct RequestTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    package let label: String

    package init(label: String) {
        self.label = label
    }

    /// The description of the error, with the label of the request.
    public var description: String {
        "\(label.onOneLine): no answer before the deadline of its group"
    }
}
