/// What was expected of this run, and what came otherwise.
package struct Checks: Sendable {
    private var count = 0
    private var problems: [String] = []

    package init() {}

    /// Whether everything came as expected.
    package var haveSucceeded: Bool { problems.isEmpty }

    /// Notes whether something is as expected.
    package mutating func expect<Value: Equatable>(
        _ subject: String,
        _ actual: Value,
        is expected: Value
    ) {
        count += 1
        if actual != expected { problems.append("\(subject): \(actual), not \(expected)") }
    }
}

extension Checks: CustomStringConvertible {
    /// The verdict, with each problem on a line of its own.
    package var description: String {
        haveSucceeded
            ? "As expected: all \(count) checks hold."
            : "NOT AS EXPECTED\n  " + problems.joined(separator: "\n  ")
    }
}
