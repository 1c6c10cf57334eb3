import TestSupport
import Testing

@testable import GroupContext

@Suite struct `The accounting of a group` {
    /// A policy (`nil` for a placeholder), and whether the group has observers: a group without them takes other paths.
    struct Variant: CustomStringConvertible, Sendable {
        let policy: FailurePolicy?
        let isWatched: Bool

        var description: String {
            "\(String(describing: policy)), \(isWatched ? "watched" : "not watched")"
        }

        static let all: [Variant] = five.map(\.policy)
            .flatMap { policy in [true, false].map { Variant(policy: policy, isWatched: $0) } }

        /// Every policy once, some with observers.
        static let five = [
            Variant(policy: .collect, isWatched: false),
            Variant(policy: .failFast, isWatched: true),
            Variant(policy: .quorum(2), isWatched: false),
            Variant(policy: .tolerate, isWatched: false),
            Variant(policy: nil, isWatched: true),
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

    /// An exploration, and the least number of its transitions.
    struct Exploration: CustomStringConvertible, Sendable {
        let setting: GroupStateSetting
        let leastTransitions: Int
        let variants: [Variant]

        var description: String { setting.name }

        static let all = [
            isOptimised ? Self(.answers(4), 200_000) : Self(.answers(3), 29_000),
            Self(.callbacks(2), 40_000),
            isOptimised ? Self(.finishes(2), 510_000) : Self(.finishes(1), 8_000),
            Self(.cancelling(2), 39_000),
            // Two members reach nearly the same states under each policy, so one policy is enough for three.
            isOptimised
                ? Self(.callbacks(3), 740_000, [Variant.five[1]]) : Self(.callbacks(2), 40_000, []),
            isOptimised
                ? Self(.kinds(3), 1_600_000, [Variant.five[1]]) : Self(.kinds(2), 59_000, []),
            Self(.kinds(2), 59_000, isOptimised ? Variant.all : Variant.five),
            Self(.everything(1), 100_000),
        ]

        init(_ setting: GroupStateSetting, _ least: Int, _ variants: [Variant] = Variant.two) {
            self.setting = setting
            leastTransitions = least
            self.variants = variants
        }
    }

    static let explorations = Exploration.all.flatMap { exploration in
        exploration.variants.map { (exploration, $0) }
    }

    @Test(arguments: explorations)
    func `the accounting agrees with a model in every order of events (M1, M2, C1, P1, P2, P3, P4)`(
        _ exploration: Exploration,
        _ variant: Variant
    ) {
        let (setting, least) = (exploration.setting, exploration.leastTransitions)
        let explored = GroupStateExploration(
            setting,
            policy: variant.policy,
            isWatched: variant.isWatched
        )
        let counts = "\(explored.stateCount) states, \(explored.transitions) transitions"
        print("\(setting.name), \(setting.memberLimit) members, \(variant): \(counts)")
        if let disagreement = explored.disagreement { Issue.record("\(disagreement)") }
        #expect(explored.transitions >= least || explored.disagreement != nil)
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
}
