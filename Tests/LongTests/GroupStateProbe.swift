@testable import GroupContext

/// The internal state of a group, found by continuing with a copy of the group.
struct GroupStateProbe {
    /// The number of requests that have entered; `nil` if none can enter any more.
    private(set) var nextIndex: Int?
    /// The last member in the list, if it can be found.
    private(set) var last: Membership?
    /// Whether the list of members is empty.
    private(set) var isEmpty = true

    /// Probes the state with a spare membership, which is in no group before and afterwards.
    init(_ state: GroupState, spare: Membership) {
        defer { spare.member = MemberState(.hiddenHold, isOptional: false) }
        var effects = GroupState.Effects()
        var closed = state
        // A missed quorum would cancel the members, which are not copied.
        closed.cancellation = closed.cancellation ?? .requested
        closed.close(bodyThrew: false, effects: &effects)
        isEmpty = closed.phase.isOver
        guard !state.phase.isOver else { return }

        var entered = state
        spare.member = MemberState(.hiddenHold, isOptional: false)
        _ = entered.enter(spare, effects: &effects)
        nextIndex = spare.member.index
        last = spare.member.previous?.takeUnretainedValue()
        // The links are in the members, which are not copied.
        last?.member.next = nil
    }
}
