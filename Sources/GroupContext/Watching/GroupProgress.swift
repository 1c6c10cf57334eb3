/// How far a group has come, so far: more requests may still be issued.
public struct GroupProgress: Hashable, Sendable {
    /// How many requests have left, successful or not.
    public internal(set) var finished: Int

    /// How many of the finished requests failed.
    public internal(set) var failed: Int

    /// How many requests have entered.
    public internal(set) var total: Int

    /// Makes a progress, for a preview or to compare with.
    public init(finished: Int = 0, failed: Int = 0, total: Int = 0) {
        self.finished = finished
        self.failed = failed
        self.total = total
    }

    /// How many requests are still in the group.
    public var outstanding: Int { total - finished }
}

extension GroupProgress: CustomStringConvertible {
    /// The progress in words, such as `3 of 7 finished, 1 failed`.
    public var description: String {
        "\(finished) of \(total) finished" + (failed == 0 ? "" : ", \(failed) failed")
    }
}
