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

    /// The progress of the group, with the numbers of all requests and of failed requests.
    public let progress: GroupProgress

    var missedGoal: String?
}

// Methods of the state, because copying the state is slow.
extension GroupState {
    /// Returns the error of the group, which has completed; `nil` if the group has not failed.
    mutating func error(ofGroup groupName: String) -> RequestGroupError? {
        let fails = policy?.fails(at: progress)
        if fails == false { return nil }
        let failures = failures
        // A loop, because an array of the required failures would be slow.
        var (hasTimedOut, required) = (false, 0)
        for failure in failures where !failure.isOptional {
            required += 1
            if failure.reason == .timedOut { hasTimedOut = true }
        }
        let (hasCause, hasConsequence) = (causes > 0, required > causes)
        guard hasCause || hasConsequence || fails == true else { return nil }
        let code: RequestGroupError.Code =
            if hasTimedOut {
                .timedOut
            } else if cancellation == .requested && (hasConsequence || !hasCause)
                || hasConsequence && !hasCause && fails == nil
            {
                .cancelled
            } else {
                .requestsFailed
            }
        return error(code, ofGroup: groupName, failures)
    }

    /// Returns the error of a group that was cancelled at the deadline or after a failure; otherwise `nil`.
    mutating func errorEndingBody(ofGroup groupName: String) -> RequestGroupError? {
        switch cancellation {
        case .deadline: error(.timedOut, ofGroup: groupName, failures)
        case .failure: error(.requestsFailed, ofGroup: groupName, failures)
        case .requested, .quorum, .bodyThrew, nil: nil
        }
    }

    private func error(
        _ code: RequestGroupError.Code,
        ofGroup groupName: String,
        _ failures: [RequestFailure]
    ) -> RequestGroupError {
        RequestGroupError(
            code: code,
            groupName: groupName,
            failures: failures,
            progress: progress,
            missedGoal: policy?.fails(at: progress) == true ? policy?.missedGoal : nil
        )
    }
}

extension RequestGroupError {
    /// The failures of requests that are not optional, without the consequences of cancelling.
    public var causes: [RequestFailure] { failures.filter(\.isCause) }

    /// A Boolean value that indicates whether cancelling caused every failure of a request that is not optional.
    package var isOnlyCancelled: Bool { code == .cancelled && !failures.contains(where: \.isCause) }

    package var consequences: [RequestFailure] { failures.filter { $0.reason == .cancelled } }

    /// A way in which a group can end.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The code in words, for logs.
        public var description: String { name }

        /// Requests failed.
        public static let requestsFailed = Code(name: "requests failed")
        /// The deadline passed before every request had answered.
        public static let timedOut = Code(name: "timed out")
        /// Requests failed, and other requests were cancelled with the group.
        ///
        /// A group whose requests were only cancelled throws `CancellationError` instead.
        public static let cancelled = Code(name: "cancelled")
    }
}

extension RequestGroupError: CustomStringConvertible {
    /// The group, its code, its progress, and each failure on a line of its own, the consequences of cancelling last.
    public var description: String { description(nesting: 0) }

    /// Returns the description at this nesting depth; from depth eight on, failures are counted, not listed.
    func description(nesting: Int) -> String {
        let others = failures.filter { $0.reason != .cancelled }
        let lines =
            nesting < 8
            ? (others + consequences).map { "\n  \($0.description(nesting: nesting))" }
            : ["\n  … failures: \(failures.count)"]
        let missed = missedGoal.map { ", missed its \($0)" } ?? ""
        // Without a failure, only the quorum was missed.
        let isMissedOnly = !missed.isEmpty && failures.isEmpty && code == .requestsFailed
        let outcome = "\(isMissedOnly ? "" : "\(code), ")\(progress)\(missed)"
        return "Request group “\(groupName.onOneLine)”: \(outcome)\(lines.joined())"
    }
}

extension Error {
    /// Returns whether this error is a usual consequence of cancelling a body, perhaps at a deadline.
    func isConsequenceOfCancelling(atDeadline: Bool) -> Bool {
        self is CancellationError || self is RequestTimeoutError || self is LostCallbackError
            || _domain == "NSURLErrorDomain" && (_code == -999 || atDeadline && _code == -1001)
    }
}

extension CancellationError {
    static func isType(of error: any Error) -> Bool {
        #if canImport(ObjectiveC)
        // An error that is bridged from Objective-C has another type at run time, so comparing types is not enough.
        error is CancellationError
        #else
        // Every failure needs this check, so compare the types: a cast takes ten times as long.
        type(of: error) == CancellationError.self
        #endif
    }
}
