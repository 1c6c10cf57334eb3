/// The checks of a run, and the problems that they found.
package struct Checks: Sendable {
    private var count = 0
    private var problems: [String] = []

    package init() {}

    /// A Boolean value that indicates whether all checks hold.
    package var haveSucceeded: Bool { problems.isEmpty }

    /// Records whether a value equals the expected value.
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
    /// The verdict, followed by one line for each problem.
    package var description: String {
        haveSucceeded
            ? "As expected: all \(count) checks hold."
            : "NOT AS EXPECTED\n  " + problems.joined(separator: "\n  ")
    }
}
