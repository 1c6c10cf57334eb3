/// One who is in a group.
struct Member {
    let index: Int
    let label: String
    let kind: GroupState.MemberKind
    let isOptional: Bool
    /// Whether an answer is only recorded, until the finish.
    var leavesOnFinish = false
    var recordedEnding: Ending?
    var cancelAction: CancelAction?
    /// Whether the group cancelled it: its failure is an echo then.
    var wasCancelled = false
    /// What is given back when it leaves.
    var permits: [LimiterPermit] = []

    init(index: Int, label: String, kind: GroupState.MemberKind, isOptional: Bool) {
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
        slots.indices.contains(ticket.slot) && slots[ticket.slot]?.index == ticket.index
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
        if let slot = vacancies.popLast() {
            slots[slot] = member
            return Ticket(slot: slot, index: member.index)
        }
        slots.append(member)
        return Ticket(slot: slots.count - 1, index: member.index)
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

    /// Takes the cancel action of each member that has one, in issue order.
    mutating func takeCancelActions() -> [CancelAction] {
        var actions: [(index: Int, action: CancelAction)] = []
        for slot in slots.indices {
            guard let index = slots[slot]?.index else { continue }
            guard let action = slots[slot]?.cancelAction.take() else { continue }
            slots[slot]?.wasCancelled = true
            actions.append((index, action))
        }
        return actions.sorted { $0.index < $1.index }.map(\.action)
    }

    var inIssueOrder: [Member] {
        slots.compactMap(\.self).sorted { $0.index < $1.index }
    }
}
