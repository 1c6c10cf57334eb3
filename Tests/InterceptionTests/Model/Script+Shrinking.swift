// Reduces a script that shows a fault.
extension Script {
    /// Returns the smallest script found that still shows the fault, by the closure.
    func shrunk(while fails: (Script) async -> Bool) async -> Script {
        var smallest = self
        search: while !Task.isCancelled {
            for candidate in smallest.smaller where await fails(candidate) {
                smallest = candidate
                continue search
            }
            break
        }
        return smallest
    }

    /// The scripts without one part of this script, the largest parts first.
    private var smaller: [Script] {
        let queue = startsOnQueue ? [] : [Script(steps: steps, startsOnQueue: true)]
        return steps.smaller.map { Script(steps: $0, startsOnQueue: startsOnQueue) } + queue
    }
}

extension [Script.Step] {
    /// The steps without one of them, or with a smaller one in its place.
    fileprivate var smaller: [[Script.Step]] {
        let without = indices.map { index in Array(self[..<index] + self[(index + 1)...]) }
        let replaced = indices.flatMap { index in
            self[index].smaller.map { Array(self[..<index] + $0 + self[(index + 1)...]) }
        }
        return without + replaced
    }
}

extension Script.Step {
    fileprivate var smaller: [[Script.Step]] {
        switch self {
        case .open(let group): [group.body] + group.smaller.map { [.open($0)] }
        case .request(let request): request.smaller.map { [.request($0)] }
        case .answer(let number, onOtherThread: true): [[.answer(number, onOtherThread: false)]]
        case .answer, .drop, .cancel, .expire, .dropAll: []
        }
    }
}

extension Script.Group {
    fileprivate var smaller: [Script.Group] {
        let bodies = body.smaller.map { Self.change(self, \.body, to: $0) }
        return bodies
            + [
                Self.change(self, \.isDetached, to: false), Self.change(self, \.limit, to: nil),
                Self.change(self, \.policy, to: .collect),
                Self.change(self, \.bodyThrows, to: false),
            ].filter { $0 != self }
    }
}

extension Script.Request {
    fileprivate var smaller: [Script.Request] {
        let reactions = reaction.smaller.map { Self.change(self, \.reaction, to: $0) }
        return reactions
            + [
                Self.change(self, \.isOptional, to: false), Self.change(self, \.priority, to: 0),
                Self.change(self, \.reportsRejection, to: true),
                Self.change(self, \.shape, to: .successAndFailure),
                Self.change(self, \.obedience, to: .cannotCancel),
                Self.change(self, \.answersOverlap, to: false),
                Self.change(self, \.answers, to: Array(answers.prefix(1))),
            ].filter { $0 != self && !($0.answersOverlap && $0.answers.count < 2) }
    }
}

/// A value that becomes smaller by a change of a property.
private protocol Shrinking {}

extension Shrinking {
    fileprivate static func change<Value>(
        _ whole: Self,
        _ property: WritableKeyPath<Self, Value>,
        to value: Value
    ) -> Self {
        var changed = whole
        changed[keyPath: property] = value
        return changed
    }
}

extension Script.Group: Shrinking {}
extension Script.Request: Shrinking {}
