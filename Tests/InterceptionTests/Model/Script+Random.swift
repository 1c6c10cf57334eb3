@testable import InterceptionTestSupport

// Generates a script from a seed.
extension Script {
    /// Returns the script of a seed.
    static func random(seed: UInt64) -> Script {
        var author = Author(random: SeededGenerator(seed: seed))
        return author.script()
    }
}

/// Writes a script; each number is used once.
private struct Author {
    var random: SeededGenerator
    private var groupCount = 0
    private var requestCount = 0
    /// Requests for which no answer is ordered yet: with two orders, threads would decide which comes first.
    private var unanswered: [Int] = []
    /// Whether nothing ends early: half of the scripts are calm, because more of their results can be checked.
    private var isCalm = false

    init(random: SeededGenerator) { self.random = random }

    mutating func script() -> Script {
        isCalm = chance(2)
        var steps: [Script.Step] = []
        for _ in 0..<number(1...3) {
            steps.append(chance(8) ? .request(request(depth: 0)) : .open(group(depth: 0)))
        }
        // The other answers come when the bodies have returned, in any order.
        var rest = unanswered.filter { _ in !chance(5) }.map { answer($0) }
        unanswered = []
        if !isCalm { for _ in 0..<number(0...3) { rest.append(ending()) } }
        for step in rest.shuffled(using: &random) {
            // Some answers come before the bodies, for requests that start later.
            steps.insert(step, at: chance(4) ? number(0...steps.count) : steps.count)
        }
        return Script(steps: steps, startsOnQueue: chance(2))
    }

    private mutating func group(depth: Int) -> Script.Group {
        groupCount += 1
        var group = Script.Group(number: groupCount)
        group.isDetached = chance(6)
        group.limit = chance(3) ? number(1...3) : nil
        group.policy =
            isCalm
            ? (chance(4) ? .tolerant : .collect)
            : Script.Policy.allCases.randomElement(using: &random) ?? .collect
        group.bodyThrows = !isCalm && chance(8)
        for _ in 0..<number(0...5) { group.body.append(step(depth: depth + 1)) }
        return group
    }

    /// Returns a step of a body, or of the user's code in a callback.
    private mutating func step(depth: Int, inCallback: Bool = false) -> Script.Step {
        switch number(0...11) {
        case 0...6: return .request(request(depth: depth))
        case 7...8 where depth < 3: return .open(group(depth: depth))
        case 9 where !isCalm: return ending()
        default:
            // In a calm script the client depends on no callback.
            guard !isCalm || !inCallback,
                let index = unanswered.indices.randomElement(using: &random)
            else { return .request(request(depth: depth)) }
            return answer(unanswered.remove(at: index))
        }
    }

    private mutating func request(depth: Int) -> Script.Request {
        requestCount += 1
        var request = Script.Request(number: requestCount)
        request.isOptional = chance(6)
        request.priority = chance(4) ? 1 : 0
        request.reportsRejection = !chance(4)
        request.shape = Script.Shape.allCases.randomElement(using: &random) ?? .result
        request.obedience = Script.Obedience.allCases.randomElement(using: &random) ?? .ignores
        request.answersInside = chance(4)
        request.answers =
            [
                [.success], [.success], [.failure], [.success, .success], [.success, .failure],
                [.failure, .success], [],
            ].randomElement(using: &random) ?? []
        request.answersOverlap = request.answers.count > 1 && chance(3)
        if !request.answersInside { unanswered.append(request.number) }
        if depth < 4, chance(3) {
            for _ in 0..<number(1...2) {
                request.reaction.append(step(depth: depth + 1, inCallback: true))
            }
        }
        return request
    }

    private mutating func answer(_ request: Int) -> Script.Step {
        chance(5) ? .drop(request) : .answer(request, onOtherThread: chance(3))
    }

    private mutating func ending() -> Script.Step {
        let group = number(1...max(1, groupCount))
        return chance(2) ? .cancel(group) : .expire(group)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    /// Returns `true` once in this many times.
    private mutating func chance(_ count: Int) -> Bool { number(1...count) == 1 }
}
