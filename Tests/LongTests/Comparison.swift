import TestSupport

/// Records the first difference between several values.
struct Comparison {
    private(set) var disagreement: String?

    mutating func expect<Value: Equatable>(
        _ actual: Value,
        _ expected: Value,
        _ subject: @autoclosure () -> String
    ) {
        guard disagreement == nil, actual != expected else { return }
        disagreement = "\(subject()): \(shortText(actual)), should be \(shortText(expected))"
    }
}
