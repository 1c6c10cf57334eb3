/// A measured case: a way in which requests are issued and answered.
public enum Case: String, CaseIterable, Sendable {
    case outside, group, optional, labelled, result, response, progress, nested, threads, failing
    case someFailing, permitFree, limited, batch, observed, cancelled, rejected, chain, captured,
        awaited
    case unwound, onMain, operation, reply

    /// The title in the table.
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
        case .permitFree: "limit 1,000, a permit free"
        case .limited: "limit 3"
        case .batch: "a batch with limit 3; by hand, a recursion"
        case .observed: "with an observer that does nothing"
        case .cancelled: "all cancelled after their issue"
        case .rejected: "all issued in a cancelled group"
        case .chain: "each issued from the callback before"
        case .captured: "closures captured and run elsewhere"
        case .awaited: "an awaited group for each, in a task"
        case .unwound: "a group for each, ten nested in each other, cancelled and ended"
        case .onMain: "a completion on the main actor, answered at once"
        case .operation: "an asynchronous method"
        case .reply: "an awaited callback, answered at once"
        }
    }

    /// The distance between failing requests, such as 10 for every tenth; 0 if none fails.
    var failsEvery: Int {
        switch self {
        case .failing, .cancelled, .rejected: 1
        case .someFailing: 10
        default: 0
        }
    }
}
