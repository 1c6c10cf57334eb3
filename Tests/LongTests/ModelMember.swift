import TestSupport

@testable import GroupContext

/// Who enters a group in a test.
struct Entrant: Hashable {
    var kind = Member.Kind.request
    var isOptional = false
    /// Whether it leaves only after its finish.
    var leavesOnFinish = false
    /// Whether it enters only if it may start at once.
    var isAtOnce = false
}

/// What a callback brings.
enum Answer: Hashable {
    case success
    case error
    case cancellation
}

/// What a member may have that is run or given back.
struct Belonging: OptionSet, Hashable {
    let rawValue: UInt8

    static let refusal = Belonging(rawValue: 1)
    static let cancelAction = Belonging(rawValue: 2)
    static let expiryAction = Belonging(rawValue: 4)
    static let permit = Belonging(rawValue: 8)
}

/// What went wrong with a member.
enum Fault: Hashable {
    case error
    case cancellation
    case lost
    case timeout
}

/// How a member left.
enum Outcome: Hashable {
    case succeeded
    case failed(Fault, RequestFailure.Reason)

    static let lost = Outcome.failed(.lost, .lostCallback)
    static let timedOut = Outcome.failed(.timeout, .timedOut)
}

/// What is known of one who has entered, and of what became of it.
struct ModelMember: Hashable {
    let kind: Member.Kind
    let isOptional: Bool
    let leavesOnFinish: Bool
    /// How many requests had entered before it.
    let index: Int
    var isIn = true
    /// Whether a callback that brings an answer has begun.
    var isAnswered = false
    /// What the first of them brings.
    var answer: Answer?
    var isFinished = false
    /// How many of its callbacks are running, as long as it is in.
    var running = 0
    /// Whether it was cancelled before it was answered.
    var isTold = false
    /// Whether the deadline passed before it was answered, and it has not been answered since.
    var owesAnswer = false
    var has: Belonging = []
    /// Whether it had to wait for a slot, and whether it has started, as long as it is in.
    var hasWaited = false
    var hasStarted = false
    var outcome: Outcome?

    init(_ entrant: Entrant, index: Int) {
        kind = entrant.kind
        isOptional = entrant.isOptional
        leavesOnFinish = entrant.leavesOnFinish
        self.index = index
    }

    /// Whether it is to blame for the failure of its group.
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
