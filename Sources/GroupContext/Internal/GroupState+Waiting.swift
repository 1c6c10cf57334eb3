// The events of requests that wait for a permit; a request that starts at once has none.
extension GroupState {
    /// Reports that the request waits, unless another thread has started it meanwhile.
    mutating func wait(_ membership: Membership) {
        guard membership.member.isPresent else { return }
        let details = membership.member.addingDetails()
        guard details.wait == .none else { return }
        details.wait = .waiting
        note(.waiting, membership)
    }

    mutating func willStart(_ membership: Membership) {
        guard membership.member.isPresent else { return }
        let details = membership.member.addingDetails()
        if details.wait == .waiting { note(.started, membership) }
        details.wait = .over
    }
}
