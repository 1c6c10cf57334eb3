/// What callbacks count, as those of any app do something.
public final class Tally: @unchecked Sendable, CustomStringConvertible {
    // Safe: one thread at a time counts here; answers from two threads have two of them.
    public var succeeded = 0
    public var failed = 0
    public var progressed = 0
    /// The failures that the contender reported at the end.
    public var reported = 0

    public var description: String {
        "\(succeeded) succeeded, \(failed) failed, \(progressed) progressed, \(reported) reported"
    }

    func adding(_ other: Tally) -> Tally {
        let sum = Tally()
        sum.succeeded = succeeded + other.succeeded
        sum.failed = failed + other.failed
        sum.progressed = progressed + other.progressed
        sum.reported = reported + other.reported
        return sum
    }
}
