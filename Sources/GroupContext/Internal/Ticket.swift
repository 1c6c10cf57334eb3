/// A place in a group: where it is kept, and whom it was given to.
struct Ticket: Hashable, Sendable {
    /// Where the member is kept, as long as it is present.
    let slot: Int
    /// Its position among all who have entered, which nobody else ever has.
    let order: Int
    /// Its position among the requests.
    let index: Int

    /// The ticket of somebody who has left before entering.
    static func absent(_ member: Member) -> Ticket {
        Ticket(slot: -1, order: member.order, index: member.index)
    }
}
