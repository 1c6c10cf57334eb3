/// The error that a group throws when its requests failed.
///
/// ```swift
/// do {
///     try await withRequestGroup("home page") { await load() }
/// } catch let error as RequestGroupError {
///     for failure in error.causes { show(failure.label, failure.error) }
/// }
/// ```
public struct RequestGroupError: Error, Sendable {
    /// The way in which the group ended.
    public let code: Code

    /// The name of the group.
    public let groupName: String

    /// Every failure of the group, in the order in which the requests were issued.
    public let failures: [RequestFailure]

    /// The numbers of all requests and of failed requests.
    public let progress: GroupProgress

    package init(
        code: Code,
        groupName: String,
        failures: [RequestFailure],
        progress: GroupProgress
    ) {
        self.code = code
        self.groupName = groupName
        self.failures = failures
        self.progress = progress
    }

    /// Makes the error of a group that has completed in this state; `nil` if the group does not throw.
    init?(_ state: GroupState, groupName: String) {
        guard state.policy == .collect || state.policy == .failFast else { return nil }
        let failures = state.failures
        var (isFatal, hasTimedOut, hasEcho, hasCause) = (false, false, false, false)
        for failure in failures where !failure.isOptional {
            isFatal = true
            if failure.reason == .timedOut { hasTimedOut = true }
            if failure.isCause { hasCause = true } else { hasEcho = true }
        }
        guard isFatal else { return nil }
        let code: Code =
            if hasTimedOut {
                .timedOut
            } else if !hasCause || hasEcho && state.cancellation == .requested {
                .cancelled
            } else {
                .requestsFailed
            }
        self.init(
            code: code,
            groupName: groupName,
            failures: failures,
            progress: state.progress
        )
    }

    /// Makes the error of a group that has cancelled its body at its deadline or after a failure; `nil`
    /// otherwise.
    init?(endingBodyOf state: GroupState, groupName: String) {
        let code: Code
        switch state.cancellation {
        case .deadline: code = .timedOut
        case .failFast: code = .requestsFailed
        case .requested, .bodyThrew, nil: return nil
        }
        self.init(
            code: code,
            groupName: groupName,
            failures: state.failures,
            progress: state.progress
        )
    }

    /// The failures that are causes: neither optional nor a consequence of cancelling.
    public var causes: [RequestFailure] { failures.filter(\.isCause) }

    /// The failures that are consequences of cancelling the group.
    package var echoes: [RequestFailure] { failures.filter { $0.reason == .cancelled } }

    /// A way in which a group can end.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case requestsFailed = "requests failed"
            case timedOut = "timed out"
            case cancelled
        }

        private let kind: Kind

        /// The code in words, for logs.
        public var description: String { kind.rawValue }

        /// Requests failed.
        public static let requestsFailed = Code(kind: .requestsFailed)
        /// The deadline passed before every request had answered.
        public static let timedOut = Code(kind: .timedOut)
        /// Requests failed, and others were cancelled with the group.
        ///
        /// A group whose requests were only cancelled throws `CancellationError` instead.
        public static let cancelled = Code(kind: .cancelled)
    }
}

extension RequestGroupError: CustomStringConvertible {
    /// The group, how it ended, and each failure on a line of its own, causes first.
    public var description: String { description(nesting: 0) }

    /// Returns the description for the given depth of enclosing errors; eight levels down only the number of
    /// failures.
    func description(nesting: Int) -> String {
        let causes = failures.filter { $0.reason != .cancelled }
        let lines =
            nesting < 8
            ? (causes + echoes).map { "\n  \($0.description(nesting: nesting))" }
            : ["\n  … failures: \(failures.count)"]
        return "Request group “\(groupName.onOneLine)”: \(code), \(progress)\(lines.joined())"
    }
}

extension Error {
    /// A Boolean value that indicates whether a body may throw this error because it was cancelled: by
    /// itself, in a request of `URLSession`, or in a request that the deadline has ended.
    var isEchoOfCancelling: Bool {
        self is CancellationError || self is RequestTimeoutError
            || _domain == "NSURLErrorDomain" && _code == -999
    }
}

extension CancellationError {
    static func isType(of error: any Error) -> Bool {
        #if canImport(ObjectiveC)
        // The error may be bridged from Objective-C.
        error is CancellationError
        #else
        // Comparing types takes a tenth of the time of a cast, and every failure needs it.
        type(of: error) == CancellationError.self
        #endif
    }
}
