import TestSupport
import Testing

@testable import GroupContext

@Suite struct `The accounting of a group` {
    /// A policy, and whether the group has observers: a group without them takes other paths.
    struct Variant: CustomStringConvertible, Sendable {
        let policy: FailurePolicy
        let isWatched: Bool

        var description: String { "\(policy), \(isWatched ? "watched" : "not watched")" }

        static let all: [Variant] = [
            FailurePolicy.collect, .failFast, .quorum(2), .tolerate, .unrecorded,
        ]
        .flatMap { policy in [true, false].map { Variant(policy: policy, isWatched: $0) } }

        /// Every policy once, some with observers.
        static let five = [
            Variant(policy: .collect, isWatched: false),
            Variant(policy: .failFast, isWatched: true),
            Variant(policy: .quorum(2), isWatched: false),
            Variant(policy: .tolerate, isWatched: false),
            Variant(policy: .unrecorded, isWatched: true),
        ]

        /// The policies for which a group acts differently.
        static let two = Array(five.prefix(3))
    }

    // Without optimisation everything takes five times as long, so there are fewer members.
    #if DEBUG
    private static let isOptimised = false
    #else
    private static let isOptimised = true
    #endif

    @Test(arguments: Variant.two)
    func `the accounting agrees with a model in every order of answers (M2, C1, P1, P3)`(
        _ variant: Variant
    ) {
        explore(
            Self.isOptimised ? .answers(5) : .answers(3),
            variant,
            atLeast: Self.isOptimised ? 1_500_000 : 29_000
        )
    }

    @Test(arguments: Variant.two)
    func `the accounting agrees with a model in every order of overlapping callbacks (M1, M2)`(
        _ variant: Variant
    ) {
        explore(
            .callbacks(Self.isOptimised ? 3 : 2),
            variant,
            atLeast: Self.isOptimised ? 740_000 : 40_000
        )
    }

    @Test(arguments: Variant.two)
    func `the accounting agrees with a model in every order of finally callbacks (M1, M2)`(
        _ variant: Variant
    ) {
        explore(
            .finishes(Self.isOptimised ? 2 : 1),
            variant,
            atLeast: Self.isOptimised ? 770_000 : 10_000
        )
    }

    @Test(arguments: Variant.two)
    func `the accounting agrees with a model in every order of cancelling (P2, P3, P4)`(
        _ variant: Variant
    ) {
        explore(.cancelling(2), variant, atLeast: 39_000)
    }

    @Test(arguments: Variant.two)
    func `the accounting agrees with a model in every order of permit waits (O2, P4)`(
        _ variant: Variant
    ) {
        explore(.waiting(2), variant, atLeast: 190_000)
    }

    @Test(arguments: isOptimised ? Variant.all : Variant.five)
    func `the accounting agrees with a model in every order of all kinds of members`(
        _ variant: Variant
    ) {
        explore(
            .kinds(Self.isOptimised ? 3 : 2),
            variant,
            atLeast: Self.isOptimised ? 1_600_000 : 59_000
        )
    }

    @Test(arguments: Variant.two)
    func `the accounting agrees with a model in every order of all events of one member`(
        _ variant: Variant
    ) {
        explore(.everything(1), variant, atLeast: 100_000)
    }

    private func explore(
        _ setting: GroupStateSetting,
        _ variant: Variant,
        atLeast leastTransitions: Int
    ) {
        let exploration = GroupStateExploration(
            setting,
            policy: variant.policy,
            isWatched: variant.isWatched
        )
        let counts = "\(exploration.stateCount) states, \(exploration.transitions) transitions"
        print("\(setting.name), \(setting.memberLimit) members, \(variant): \(counts)")
        if let disagreement = exploration.disagreement { Issue.record("\(disagreement)") }
        #expect(exploration.transitions >= leastTransitions || exploration.disagreement != nil)
    }

    @Test func `the accounting agrees with a model over long random sequences`() {
        var longest = 0
        for seed in 0..<50 {
            var random = SeededGenerator(seed: UInt64(seed))
            let variant = Variant.all[seed % Variant.all.count]
            var setting = GroupStateSetting.everything(20)
            setting.overlapLimit = 10
            let pair = GroupStatePair(
                policy: variant.policy,
                isWatched: variant.isWatched,
                memberLimit: setting.memberLimit
            )
            for count in 0..<300 {
                let (model, running) = (pair.present.model, pair.present.running)
                let steps = setting.steps(after: model, running: running)
                guard let step = steps.randomElement(using: &random) else { continue }
                // These steps are rare, because otherwise no sequence would be long.
                if step.isEnding, Int.random(in: 0..<20, using: &random) > 0 { continue }
                if let disagreement = pair.take(step) {
                    Issue.record("seed \(seed), step \(count), \(step) → \(disagreement)")
                    return
                }
                longest = max(longest, pair.present.model.members.count)
            }
        }
        #expect(longest == 20)
    }

    @Test func `a request with a finally callback leaves with the outcome recorded before (M1)`() {
        let path: [GroupStateStep] = [
            .enter(Entrant(leavesOnFinish: true)), .answer(0, .error), .answer(0, .success),
            .beginFinish(0), .end(0, .finish),
        ]
        let states = states(along: path)
        #expect(states.map(\.outstanding) == [["0"], ["0"], ["0"], ["0"], []])
        #expect(states.last?.failures.map(\.label) == ["0"])
    }

    @Test func `a request whose finally callback is lost keeps its recorded outcome (M3)`() {
        let path: [GroupStateStep] = [
            .enter(Entrant(leavesOnFinish: true)), .answer(0, .success), .drop(0),
        ]
        let progress = states(along: path).last?.progress
        #expect(progress == GroupProgress(finished: 1, failed: 0, total: 1))
    }

    @Test func `a second answer of a request that has left has no effect on later requests (M2)`() {
        let path: [GroupStateStep] = [
            .enter(Entrant()), .answer(0, .success), .enter(Entrant()), .answer(0, .error),
        ]
        let last = states(along: path).last
        #expect(last?.outstanding == ["1"])
        #expect(last?.progress == GroupProgress(finished: 1, failed: 0, total: 2))
    }

    @Test func `outstanding requests stay in issue order, whichever leave first (C6)`() {
        let path: [GroupStateStep] =
            Array(repeating: .enter(Entrant()), count: 5)
            + [2, 0, 4, 1].map { .answer($0, .success) }
        let labels = states(along: path).dropFirst(4).map { $0.outstanding.joined() }
        #expect(labels == ["01234", "0134", "134", "13", "3"])
    }

    /// Returns the readable state of a group after each step of the path, which its model takes too.
    private func states(along path: [GroupStateStep]) -> [Reading] {
        let pair = GroupStatePair(policy: .collect, isWatched: true, memberLimit: 5)
        return path.map { step in
            let disagreement = pair.take(step)
            #expect(disagreement == nil, "\(step)")
            let state = pair.present.state
            return (state.outstanding, state.failures, state.progress)
        }
    }

    // These values are copies, because all states of a group share its members.
    private typealias Reading = (
        outstanding: [String], failures: [RequestFailure], progress: GroupProgress
    )
}
