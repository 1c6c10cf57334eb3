// The events of requests that wait for a permit; a request that starts at once causes no such event.
extension GroupState {
    /// Reports that the request waits, unless another thread has already started the request.
    mutating func wait(_ membership: Membership) {
        guard membership.member.isPresent else { return }
        let details = membership.member.ensureDetails()
        guard details.wait == .none else { return }
        details.wait = .waiting
        notify(.waiting, membership)
    }

    mutating func willStart(_ membership: Membership) {
        guard membership.member.isPresent else { return }
        let details = membership.member.ensureDetails()
        if details.wait == .waiting { notify(.started, membership) }
        details.wait = .over
    }
}
