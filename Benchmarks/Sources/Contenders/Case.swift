/// What is measured: a way in which requests come and are answered.
public enum Case: String, CaseIterable, Sendable {
    case outside, group, optional, labelled, result, response, progress, nested, threads, failing
    case someFailing, limited, chain, captured, awaited, unwound

    /// What the table calls it.
    public var title: String {
        switch self {
        case .outside: "outside any group"
        case .group: "one group: success and failure"
        case .optional: "the same, optional"
        case .labelled: "the same, with a label of each"
        case .result: "one group: `Result`"
        case .response: "one group: `(Data?, URLResponse?, Error?)`"
        case .progress: "one group: success, failure and progress"
        case .nested: "groups of 10 in a group"
        case .threads: "answers from two threads"
        case .failing: "all fail"
        case .someFailing: "one of ten fails"
        case .limited: "limit 3"
        case .chain: "each issued from the callback before"
        case .captured: "closures captured and run elsewhere"
        case .awaited: "an awaited group for each, in a task"
        case .unwound: "a group for each, ten nested in each other, cancelled and ended"
        }
    }

    /// Which requests fail: every so manieth; 0 is none.
    var failsEvery: Int {
        switch self {
        case .failing: 1
        case .someFailing: 10
        default: 0
        }
    }
}
