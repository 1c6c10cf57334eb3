@testable import GroupContext

/// What a group knows and tells nobody, found out by going on with a copy of it.
struct GroupStateProbe {
    /// How many have entered, or `nil` if nobody will again.
    private(set) var nextOrder: Int?
    /// Who is last in its list, if it can be told.
    private(set) var last: Membership?
    /// Whether its list is empty.
    private(set) var isEmpty = true
    /// Whether it knows how many callbacks are running.
    private(set) var knowsRunning = true

    /// - Parameters:
    ///   - state: the group.
    ///   - spare: a membership that is in no group, and is in none afterwards.
    ///   - running: how many callbacks are running.
    init(_ state: GroupState, spare: Membership, running: Int) {
        defer { spare.member = Member(.keep, isOptional: false) }
        var effects = GroupState.Effects()
        var closed = state
        closed.close(bodyThrew: false, effects: &effects)
        isEmpty = closed.phase.isOver
        // A copy whose body has returned tells whether more than one callback is running.
        for _ in 0..<running { _ = closed.end(spare, isFirst: true, effects: &effects) }
        for _ in 0..<2 {
            knowsRunning = knowsRunning && !closed.mayBeCurrent
            _ = closed.begin(spare, nil)
        }
        knowsRunning = knowsRunning && closed.mayBeCurrent
        guard !state.phase.isOver else { return }

        var entered = state
        spare.member = Member(.keep, isOptional: false)
        _ = entered.enter(spare, effects: &effects)
        nextOrder = spare.member.order
        last = spare.member.previous?.takeUnretainedValue()
        // The links are in the members, of which there is no copy.
        last?.member.next = nil
    }
}
