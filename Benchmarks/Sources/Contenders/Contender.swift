import ScriptedClient

/// A way to wait for many requests.
public struct Contender: Sendable {
    /// What commands call it: no spaces.
    public let name: String
    /// What the table calls it.
    public let title: String
    /// How it plays each case; one that it cannot express is left out.
    private let rounds: [Case: @Sendable (Stage) -> Void]

    init(_ name: String, _ title: String, _ rounds: [Case: @Sendable (Stage) -> Void]) {
        self.name = name
        self.title = title
        self.rounds = rounds
    }

    /// Everybody who is measured, ours and theirs.
    public static let all: [Contender] = [
        .bare, .ungrouped, .grouped, .carrying, .wrapperByHand, .byHand, .byHandWithContext,
        .operations, .tasks, .combine, .futures,
    ]

    /// Whether it can express the case.
    public func plays(_ measured: Case) -> Bool { rounds[measured] != nil }

    /// Issues the requests, has them answered, and waits for all, on the calling thread, on which
    /// no task may be current: clients call back on threads of their own.
    ///
    /// - Parameters:
    ///   - measured: the case.
    ///   - requests: how many; a multiple of ten.
    ///   - whenOutstanding: called once, when all have been issued and none is answered.
    /// - Returns: what the callbacks saw.
    @inline(never)
    @discardableResult
    public func round(
        of measured: Case,
        requests: Int = 1_000,
        whenOutstanding: (() -> Void)? = nil
    ) -> Tally {
        let stage = Stage(requests: requests)
        stage.client.failsEvery = measured.failsEvery
        stage.client.beforeAnswering = whenOutstanding
        rounds[measured]?(stage)
        return stage.tally.adding(stage.secondTally)
    }

    /// What a round has to see if no callback and no failure got lost.
    public func expected(of measured: Case, requests: Int = 1_000) -> Tally {
        let tally = Tally()
        tally.failed = measured.failsEvery > 0 ? requests / measured.failsEvery : 0
        tally.succeeded = requests - tally.failed
        tally.progressed = measured == .progress ? requests : 0
        // Who does not wait learns of nothing.
        tally.reported = name == Contender.bare.name ? 0 : tally.failed
        return tally
    }
}
