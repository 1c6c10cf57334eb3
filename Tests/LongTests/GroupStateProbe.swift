@testable import GroupContext

/// What a group knows and tells nobody, found out by going on with a copy of it.
struct GroupStateProbe {
    /// How many have entered, or `nil` if nobody will again.
    private(set) var nextOrder: Int?
    /// Who is last in its list, if it can be told.
    private(set) var last: Membership?
    /// Whether its list is empty.
    private(set) var isEmpty = true

    /// - Parameters:
    ///   - state: the group.
    ///   - spare: a membership that is in no group, and is in none afterwards.
    init(_ state: GroupState, spare: Membership) {
        defer { spare.member = Member(.keep, isOptional: false) }
        var effects = GroupState.Effects()
        var closed = state
        closed.close(bodyThrew: false, effects: &effects)
        isEmpty = closed.phase.isOver
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
