/// The counts of callbacks, which stand for the work of an app.
public final class Tally: @unchecked Sendable, CustomStringConvertible {
    // Safe: used by one thread at a time; answers on two threads have two of them.

    /// The number of success callbacks.
    public var succeeded = 0
    /// The number of failure callbacks.
    public var failed = 0
    /// Calls of progress callbacks.
    public var progressed = 0
    /// The failures that the contender reported at the end.
    public var reported = 0

    /// All counts, to compare and to print.
    public var description: String {
        "\(succeeded) succeeded, \(failed) failed, \(progressed) progressed, \(reported) reported"
    }

    // The callbacks of most requests.
    func succeed(_: Any) { succeeded += 1 }
    func fail(_: any Error) { failed += 1 }
    func progress(_: Double) { progressed += 1 }

    func adding(_ other: Tally) -> Tally {
        let sum = Tally()
        sum.succeeded = succeeded + other.succeeded
        sum.failed = failed + other.failed
        sum.progressed = progressed + other.progressed
        sum.reported = reported + other.reported
        return sum
    }
}
