/// The steps of a user and a client of request groups, generated from a seed.
///
/// Groups and requests have numbers. A step about a missing or ended group or request has no effect, so removing any
/// step leaves a valid script.
struct Script: Equatable, Sendable {
    indirect enum Step: Equatable, Sendable {
        /// Opens a group, runs its body, and returns or throws.
        case open(Group)
        case request(Request)
        /// The client answers the request: now, or as soon as the request has started.
        case answer(Int, onOtherThread: Bool)
        /// The client drops the callbacks of the request: now, or as soon as the request has started.
        case drop(Int)
        case cancel(Int)
        /// The deadline of the group passes.
        case expire(Int)
        /// The client drops the callbacks of all its requests.
        case dropAll
    }

    enum Policy: CaseIterable, Sendable { case collect, failFast, quorum, tolerant }

    struct Group: Equatable, Sendable {
        var number: Int
        var isDetached = false
        var limit: Int?
        var policy = Policy.collect
        var body: [Step] = []
        var bodyThrows = false
    }

    enum Answer: Equatable, Sendable { case success, failure }

    enum Obedience: CaseIterable, Sendable {
        /// The wrapper registers no cancel handler.
        case cannotCancel
        case ignores, answers, drops
    }

    /// The callbacks that the client has, and how the wrapper passes them.
    enum Shape: CaseIterable, Sendable {
        case successAndFailure, result
        /// Roles of `intercept`, for methods that do not use the call.
        case roles, optionalRoles, resultRole

        var isResult: Bool { self == .result || self == .resultRole }
        var usesRoles: Bool { self != .successAndFailure && self != .result }
    }

    struct Request: Equatable, Sendable {
        var number: Int
        var isOptional = false
        var priority = 0
        var reportsRejection = true
        var shape = Shape.successAndFailure
        var obedience = Obedience.cannotCancel
        /// Whether the client answers during its call.
        var answersInside = false
        /// The callbacks that the client calls in order; it drops them if there are none.
        var answers = [Answer.success]
        /// Whether the client calls the second callback while the first is running.
        var answersOverlap = false
        /// The steps of the user's code in the first callback.
        var reaction: [Step] = []
    }

    var steps: [Step]
    /// Whether the wrapper names a queue for the start of requests that had to wait.
    var startsOnQueue = true
}

// MARK: - Finding steps

extension [Script.Step] {
    /// Every step, also those in bodies and in callbacks.
    var all: [Script.Step] {
        flatMap { step -> [Script.Step] in
            switch step {
            case .open(let group): [step] + group.body.all
            case .request(let request): [step] + request.reaction.all
            default: [step]
            }
        }
    }

    var groups: [Script.Group] {
        all.compactMap { step in
            if case .open(let group) = step { group } else { nil }
        }
    }

    var requests: [Script.Request] {
        all.compactMap { step in
            if case .request(let request) = step { request } else { nil }
        }
    }
}

extension Script {
    /// Whether the results do not depend on the schedule.
    ///
    /// No request is cancelled, the client depends on no callback, and no request is ungrouped: callbacks of an
    /// ungrouped request run in the group of the code that orders the answer.
    var isCalm: Bool {
        let endsEarly = steps.all.contains { step in
            switch step {
            case .cancel, .expire: true
            case .open(let group): group.bodyThrows || [.failFast, .quorum].contains(group.policy)
            case .request(let request):
                request.reaction.all.contains(where: \.isOfTheClient) || request.answersOverlap
            default: false
            }
        }
        let isOutside = steps.contains { if case .request = $0 { true } else { false } }
        return !endsEarly && !isOutside
    }
}

extension Script.Step {
    fileprivate var isOfTheClient: Bool {
        switch self {
        case .answer, .drop, .dropAll: true
        case .open, .request, .cancel, .expire: false
        }
    }
}

// MARK: - Description

extension Script: CustomStringConvertible {
    /// One step on each line; the steps of a body or a callback are indented.
    var description: String {
        (steps.flatMap(\.lines) + (startsOnQueue ? [] : ["(waiting requests start in place)"]))
            .joined(separator: "\n")
    }
}

extension Script.Step {
    var lines: [String] {
        switch self {
        case .open(let group): group.lines
        case .request(let request): request.lines
        case .answer(let number, let isElsewhere):
            ["the client answers r\(number)\(isElsewhere ? " on another thread" : "")"]
        case .drop(let number): ["the client drops the callbacks of r\(number)"]
        case .cancel(let number): ["cancel g\(number)"]
        case .expire(let number): ["the deadline of g\(number) passes"]
        case .dropAll: ["the client drops all callbacks"]
        }
    }
}

extension Script.Group {
    fileprivate var lines: [String] {
        var words = ["open g\(number)"]
        if isDetached { words.append("detached") }
        if let limit { words.append("limit \(limit)") }
        if policy != .collect { words.append("\(policy)") }
        var lines = [words.joined(separator: ", ")]
        lines += body.flatMap(\.lines).map { "    \($0)" }
        lines.append(bodyThrows ? "    throw" : "    return")
        return lines
    }
}

extension Script.Request {
    fileprivate var lines: [String] {
        var words = ["request r\(number)"]
        if isOptional { words.append("optional") }
        if priority != 0 { words.append("priority \(priority)") }
        if !reportsRejection { words.append("no rejection callback") }
        if shape.isResult { words.append("one callback") }
        if shape.usesRoles { words.append("by roles") }
        if obedience != .cannotCancel { words.append("\(obedience) when cancelled") }
        let answers = answers.isEmpty ? "dropped" : answers.map { "\($0)" }.joined(separator: " + ")
        words.append("\(answers) \(answersInside ? "inside the call" : "when ordered")")
        if answersOverlap { words.append("overlapping") }
        if reaction.isEmpty { return [words.joined(separator: ", ")] }
        return [words.joined(separator: ", ") + "; in its callback:"]
            + reaction.flatMap(\.lines).map { "    " + $0 }
    }
}
