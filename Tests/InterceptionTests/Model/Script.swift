/// What a user and a client do with request groups, step by step: the same for the same seed.
///
/// Groups and requests have numbers. A step about one that is not there, or is over, does nothing,
/// so a script stays a script whatever is taken out of it.
struct Script: Equatable, Sendable {
    indirect enum Step: Equatable, Sendable {
        /// Opens a group, runs its body and returns from it, or throws.
        case open(Group)
        case request(Request)
        /// The client answers the request: now, or as soon as it has started.
        case answer(Int, onOtherThread: Bool)
        /// The client drops the callbacks of the request: now, or as soon as it has started.
        case drop(Int)
        case cancel(Int)
        /// The deadline of the group passes.
        case expire(Int)
        /// The client drops the callbacks of all its requests.
        case dropAll
    }

    enum Policy: CaseIterable, Sendable {
        case collect, failFast, tolerant
    }

    struct Group: Equatable, Sendable {
        var number: Int
        var isDetached = false
        var limit: Int?
        var policy = Policy.collect
        var body: [Step] = []
        var bodyThrows = false
    }

    enum Answer: Equatable, Sendable {
        case success, failure
    }

    /// What a client does when it is told to cancel a request.
    enum Obedience: CaseIterable, Sendable {
        /// The wrapper registers no cancel action.
        case cannotCancel
        case ignores, answers, drops
    }

    /// The callbacks that the client has, and how the wrapper passes them on.
    enum Shape: CaseIterable, Sendable {
        case successAndFailure, result
        /// Parameters of `intercept`, where nothing else is to be said to the client.
        case handed, handedOptional, handedResult

        var isResult: Bool { self == .result || self == .handedResult }
        var isHanded: Bool { self != .successAndFailure && self != .result }
    }

    struct Request: Equatable, Sendable {
        var number: Int
        var isOptional = false
        var priority = 0
        var reportsRefusal = true
        var shape = Shape.successAndFailure
        var obedience = Obedience.cannotCancel
        /// Whether the client answers while it is being called.
        var answersInside = false
        /// The callbacks that it calls, one after the other; it drops them if there are none.
        var answers = [Answer.success]
        /// Whether it calls the second callback while the first is running.
        var answersOverlap = false
        /// What the user's code does in the first callback.
        var reaction: [Step] = []
    }

    var steps: [Step]
    /// Whether the wrapper names a queue on which requests start that had to wait.
    var startsOnQueue = true
}

// MARK: - Looking for steps

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
    /// Whether it is not up to the schedule what comes of it.
    ///
    /// Nobody is cancelled, what the client does depends on no callback, and no request is in no
    /// group: its callbacks run in the group of whoever has the client answer.
    var isCalm: Bool {
        let endsEarly = steps.all.contains { step in
            switch step {
            case .cancel, .expire: true
            case .open(let group): group.bodyThrows || group.policy == .failFast
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

// MARK: - Reading it

extension Script: CustomStringConvertible {
    /// One step a line, what is done in a body or in a callback indented.
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
        if !reportsRefusal { words.append("no refusal callback") }
        if shape.isResult { words.append("one callback") }
        if shape.isHanded { words.append("handed") }
        if obedience != .cannotCancel { words.append("\(obedience) when cancelled") }
        let answers = answers.isEmpty ? "dropped" : answers.map { "\($0)" }.joined(separator: " + ")
        words.append("\(answers) \(answersInside ? "inside the call" : "when told")")
        if answersOverlap { words.append("overlapping") }
        if reaction.isEmpty { return [words.joined(separator: ", ")] }
        return [words.joined(separator: ", ") + "; in its callback:"]
            + reaction.flatMap(\.lines).map { "    " + $0 }
    }
}
