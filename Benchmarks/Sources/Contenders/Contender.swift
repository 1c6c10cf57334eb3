import ScriptedClient

/// A way to wait for many requests.
public struct Contender: Sendable {
    /// The name in commands, without spaces.
    public let name: String
    /// The title in the table.
    public let title: String
    /// The implementation of each case; a case is missing if the contender cannot express it.
    private let rounds: [Case: @Sendable (Stage) -> Void]

    init(_ name: String, _ title: String, _ rounds: [Case: @Sendable (Stage) -> Void]) {
        self.name = name
        self.title = title
        self.rounds = rounds
    }

    /// All measured contenders: this library and its alternatives.
    public static let all =
        [bare, ungrouped, grouped, carrying, wrapperByHand, byHand, operations, tasks]
        + ofOtherPackages

    #if OtherPackages
    private static let ofOtherPackages = [combine, futures]
    #else
    private static let ofOtherPackages: [Contender] = []
    #endif

    /// Returns whether the contender can express the case.
    public func plays(_ measured: Case) -> Bool { rounds[measured] != nil }

    /// Issues the requests, answers them, and waits for all on the calling thread.
    ///
    /// No task may be current on this thread: clients call back on their own threads.
    ///
    /// - Parameters:
    ///   - measured: the case.
    ///   - requests: the number of requests; a multiple of ten.
    ///   - whenOutstanding: called once, when all requests have been issued and none is answered.
    /// - Returns: the counts of the callbacks.
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

    /// Returns the counts of a round in which no callback and no failure got lost.
    public func expected(of measured: Case, requests: Int = 1_000) -> Tally {
        let tally = Tally()
        tally.failed = measured.failsEvery > 0 ? requests / measured.failsEvery : 0
        tally.succeeded = requests - tally.failed
        tally.progressed = measured == .progress ? requests : 0
        // The bare client reports no failures, and neither does a group whose requests were only cancelled.
        let isReported = ![.cancelled, .rejected].contains(measured) && name != Contender.bare.name
        tally.reported = isReported ? tally.failed : 0
        return tally
    }
}
