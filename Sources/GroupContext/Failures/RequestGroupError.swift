/// What a request group throws when requests of it failed.
///
/// ```swift
/// do {
///     try await withRequestGroup("home page") { await load() }
/// } catch let error as RequestGroupError {
///     for failure in error.causes { show(failure.label, failure.error) }
/// }
/// ```
public struct RequestGroupError: Error, Sendable {
    /// How the group ended.
    public let code: Code

    /// The name of the group.
    public let groupName: String

    /// Every failure of the group, in the order in which the requests were issued.
    public let failures: [RequestFailure]

    /// How many requests the group had, and how many of them failed.
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

    /// What a group throws that has completed in this state, if it has to.
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

    /// What a group throws that has cancelled its body, by its deadline or after a failure.
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

    /// The failures that are to blame: no optional requests, no echoes of a cancellation.
    public var causes: [RequestFailure] { failures.filter(\.isCause) }

    /// The failures that only echo that the group was cancelled.
    public var echoes: [RequestFailure] { failures.filter { $0.reason == .cancelled } }

    /// How a group ended.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case requestsFailed = "requests failed"
            case timedOut = "timed out"
            case cancelled
        }

        private let kind: Kind

        /// The code as words for logs.
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
    /// The group, how it ended and each failure on a line of its own, causes first.
    public var description: String { description(nesting: 0) }

    /// The description inside that of `nesting` other groups; deep inside with the number of failures only.
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
    /// Whether a body that was cancelled throws this because it was: by itself, by awaiting a request of
    /// `URLSession`, or by awaiting a request that the deadline has ended.
    var isEchoOfCancelling: Bool {
        self is CancellationError || self is RequestTimeoutError
            || _domain == "NSURLErrorDomain" && _code == -999
    }
}

extension CancellationError {
    /// Whether the error is one.
    static func isType(of error: any Error) -> Bool {
        #if canImport(ObjectiveC)
        // It may have come through Objective-C.
        error is CancellationError
        #else
        // A tenth of the price of a cast, which every failure would pay.
        type(of: error) == CancellationError.self
        #endif
    }
}
