/// The progress of a group so far; more requests may still be issued.
public struct GroupProgress: Hashable, Sendable {
    /// The number of requests that have left, successful or not.
    public internal(set) var finished: Int

    /// The number of finished requests that failed.
    public internal(set) var failed: Int

    /// The number of requests that have entered.
    public internal(set) var total: Int

    package init(finished: Int = 0, failed: Int = 0, total: Int = 0) {
        self.finished = finished
        self.failed = failed
        self.total = total
    }

    var succeeded: Int { finished - failed }

    /// The number of requests that have entered and not left.
    public var outstanding: Int { total - finished }
}

extension GroupProgress: CustomStringConvertible {
    /// The progress in words, such as `3 of 7 finished, 1 failed`.
    public var description: String {
        "\(finished) of \(total) finished" + (failed == 0 ? "" : ", \(failed) failed")
    }
}
