// The waiting for a slot, as far as it is told to observers: who starts at once does not wait.
extension GroupState {
    /// The request has to wait, unless it has started meanwhile, on another thread.
    mutating func wait(_ membership: Membership) {
        guard membership.member.isPresent else { return }
        let details = membership.member.addingDetails()
        guard details.wait == .none else { return }
        details.wait = .waiting
        note(.waiting, membership)
    }

    /// The request starts.
    mutating func willStart(_ membership: Membership) {
        guard membership.member.isPresent else { return }
        let details = membership.member.addingDetails()
        if details.wait == .waiting { note(.started, membership) }
        details.wait = .over
    }
}
