@testable import GroupContext
@testable import InterceptionTestSupport

/// A member that enters a group in a test.
struct Entrant: Hashable {
    var kind = MemberState.Kind.request
    var isOptional = false
    /// Whether the member leaves only after its `finally` callback, and whether this callback may be its answer.
    var finally = MemberState.FinallyState.none
    /// Whether the member enters only if it may start at once.
    var isAtOnce = false
}

/// The answer of a callback.
enum Answer: Hashable {
    case success
    case error
    case cancellation
}

/// The actions and permits that a member may have.
struct Belonging: OptionSet, Hashable {
    let rawValue: UInt8

    static let rejection = Belonging(rawValue: 1)
    static let cancelAction = Belonging(rawValue: 2)
    static let expiryAction = Belonging(rawValue: 4)
    static let permit = Belonging(rawValue: 8)
    /// The permit for which a request waits that has a rejection, or for which it has waited.
    static let waitedPermit = Belonging(rawValue: 16)
}

/// The reason for which a member failed.
enum Fault: Hashable {
    case error
    case cancellation
    case lost
    case timeout
}

/// The outcome of a member.
enum Outcome: Hashable {
    case succeeded
    case failed(Fault, RequestFailure.Reason)

    static let lost = Outcome.failed(.lost, .lostCallback)
    static let timedOut = Outcome.failed(.timeout, .timedOut)
}

/// The state of a member that has entered, and its outcome.
struct ModelMember: Hashable {
    let kind: MemberState.Kind
    let isOptional: Bool
    let finally: MemberState.FinallyState
    /// The number of requests that had entered before it.
    let index: Int
    var isIn = true
    /// Whether a callback with an answer has begun.
    var isAnswered = false
    /// The first answer.
    var answer: Answer?
    var isFinished = false
    /// The number of running callbacks while the member is in the group.
    var running = 0
    /// Whether the member was cancelled before its answer.
    var wasCancelled = false
    /// Whether the deadline passed before an answer, and none has come since.
    var isOverdue = false
    var has: Belonging = []
    var outcome: Outcome?

    init(_ entrant: Entrant, index: Int) {
        kind = entrant.kind
        isOptional = entrant.isOptional
        finally = entrant.finally
        self.index = index
    }

    /// Whether the member is a cause of the failure of its group.
    var isCause: Bool {
        if case .failed(_, let reason) = outcome {
            !isOptional && reason != .cancelled
        } else {
            false
        }
    }

    var hasFailed: Bool {
        if case .failed = outcome { true } else { false }
    }
}

extension Answer {
    func error(of position: Int) -> (any Error)? {
        switch self {
        case .success: nil
        case .error: ClientError("\(position)")
        case .cancellation: CancellationError()
        }
    }

    var outcome: Outcome {
        switch self {
        case .success: .succeeded
        case .error: .failed(.error, .failed)
        case .cancellation: .failed(.cancellation, .failed)
        }
    }
}
