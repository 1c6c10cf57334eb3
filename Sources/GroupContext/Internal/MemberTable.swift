/// One who is in a group.
struct Member {
    let order: Int
    let index: Int
    let label: String
    let kind: GroupState.MemberKind
    let isOptional: Bool
    /// Whether an answer is only recorded, until the finish.
    var leavesOnFinish = false
    var recordedEnding: Ending?
    /// Keeps the request from starting, as long as it has not.
    var refusal: CancelAction?
    /// Run once, when the request is cancelled.
    var cancelActions: [CancelAction] = []
    /// Run at the deadline, cancelled before or not: tell who waits that nobody does any more.
    var expiryActions: [CancelAction] = []
    /// Whether the group cancelled it: its failure is an echo then.
    var wasCancelled = false
    /// What is given back when it leaves.
    var permits: [LimiterPermit] = []

    /// Whether it holds what users handed over, whose last reference it may be.
    var holdsReferences: Bool {
        recordedEnding != nil || refusal != nil || !cancelActions.isEmpty || !expiryActions.isEmpty
    }

    /// Takes what cancels it: what keeps it from starting, and what its client has.
    mutating func takeCancelActions() -> [CancelAction] {
        defer { (refusal, cancelActions) = (nil, []) }
        return [refusal].compactMap(\.self) + cancelActions
    }

    init(order: Int, index: Int, label: String, kind: GroupState.MemberKind, isOptional: Bool) {
        self.order = order
        self.index = index
        self.label = label
        self.kind = kind
        self.isOptional = isOptional
    }
}

/// Who is in a group: entering and leaving reuse places, and neither searches nor hashes.
struct MemberTable {
    private var slots: ContiguousArray<Member?> = []
    private var vacancies: ContiguousArray<Int> = []

    var isEmpty: Bool { slots.count == vacancies.count }

    func contains(_ ticket: Ticket) -> Bool {
        slots.indices.contains(ticket.slot) && slots[ticket.slot]?.order == ticket.order
    }

    /// The member with the ticket; `nil` if it has left, and whoever has its place now.
    subscript(ticket: Ticket) -> Member? {
        _read {
            if contains(ticket) { yield slots[ticket.slot] } else { yield nil }
        }
        _modify {
            precondition(contains(ticket), "Only members that are present change.")
            yield &slots[ticket.slot]
        }
    }

    mutating func insert(_ member: Member) -> Ticket {
        let slot = vacancies.popLast() ?? slots.count
        if slot == slots.count { slots.append(member) } else { slots[slot] = member }
        return Ticket(slot: slot, order: member.order, index: member.index)
    }

    mutating func remove(_ ticket: Ticket) -> Member? {
        guard contains(ticket) else { return nil }
        vacancies.append(ticket.slot)
        var member: Member?
        swap(&member, &slots[ticket.slot])
        return member
    }

    /// Empties the table, and returns who was in it, in issue order.
    mutating func removeAll() -> [Member] {
        defer { self = MemberTable() }
        return inIssueOrder
    }

    /// Takes what cancels the members, in issue order.
    mutating func takeCancelActions() -> [CancelAction] {
        var actions: [(order: Int, action: CancelAction)] = []
        for slot in slots.indices {
            guard let order = slots[slot]?.order else { continue }
            guard let own = slots[slot]?.takeCancelActions(), !own.isEmpty else { continue }
            slots[slot]?.wasCancelled = true
            actions += own.map { (order, $0) }
        }
        return actions.sorted { $0.order < $1.order }.map(\.action)
    }

    var inIssueOrder: [Member] {
        slots.compactMap(\.self).sorted { $0.order < $1.order }
    }
}
