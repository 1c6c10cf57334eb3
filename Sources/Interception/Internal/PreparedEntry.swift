import GroupContext

/// The place that a created request will have in a group, kept alive by its callbacks alone.
@usableFromInline
final class PreparedEntry: Sendable {
    private enum Phase {
        /// Not started; how it enters, and what its roles asked for meanwhile.
        case created(Home, admit: Admit, [@Sendable (Membership) -> Void])
        /// Being started; what happened meanwhile, on another thread.
        case entering([@Sendable (Membership) -> Void])
        case entered(Membership)
        /// Answered before it was started, or started outside any group.
        case ungrouped
    }

    /// Which group the request belongs to.
    enum Home {
        /// The one in which it was created.
        case group(RequestGroup)
        /// None: it was created in `withoutRequestGroup`.
        case none
        /// The one that is current when it is started.
        case later

        /// That of a request that is created here and now.
        static var here: Self {
            if let group = RequestGroup.current { return .group(group) }
            return RequestGroup.isExcluded ? .none : .later
        }

        fileprivate var group: RequestGroup? {
            switch self {
            case .group(let group): group
            case .none: nil
            case .later: RequestGroup.current
            }
        }
    }

    /// Enters the group; released when it has done so, as it may hold anything of the user's.
    typealias Admit = @Sendable (RequestGroup?) -> Admission?

    private let phase: Locked<Phase>

    init(home: Home, admit: @escaping Admit) {
        phase = Locked(.created(home, admit: admit, []))
    }

    /// The request's membership, once it has entered.
    var membership: Membership? {
        phase.withLock { phase in
            if case .entered(let membership) = phase { membership } else { nil }
        }
    }

    /// Enters the group, the first time; `nil` afterwards and outside any group.
    func enter() -> Admission? {
        let before = phase.withLock { phase in
            defer { if case .created(_, _, let requests) = phase { phase = .entering(requests) } }
            return phase
        }
        guard case .created(let home, let admit, _) = before else { return nil }
        let admission = admit(home.group)
        let requests = phase.withLock { phase -> [@Sendable (Membership) -> Void] in
            guard case .entering(let requests) = phase else { return [] }
            phase = admission.map { .entered($0.membership) } ?? .ungrouped
            return requests
        }
        guard let admission else { return nil }
        for request in requests { request(admission.membership) }
        return admission
    }

    /// Asks something of the membership, now or when there is one.
    func whenEntered(_ request: @escaping @Sendable (Membership) -> Void) {
        let membership = phase.withLock { phase -> Membership? in
            switch phase {
            case .created(let home, let admit, let earlier):
                phase = .created(home, admit: admit, earlier + [request])
            case .entering(let earlier): phase = .entering(earlier + [request])
            case .entered(let membership): return membership
            case .ungrouped: break
            }
            return nil
        }
        if let membership { request(membership) }
    }

    /// The request can be started no more: it never enters, and keeps no group.
    func abandon() {
        let before = phase.withLock { phase in
            defer { if case .created = phase { phase = .ungrouped } }
            return phase
        }
        // Released outside the lock: it may be the last that held the group.
        withExtendedLifetime(before) {}
    }

    /// Runs a callback that brings an answer.
    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        if let membership { return membership.answer(error, callback) }
        callback()
        settle(error)
    }

    /// Runs the callback that comes after all others.
    func finish(_ callback: () -> Void) {
        if let membership { return membership.finish(callback) }
        callback()
        end { $0.finish {} }
    }

    /// The request was answered, outside any callback.
    func settle(_ error: (any Error)?) {
        end { $0.settle(error) }
    }

    /// Something has come that ends the request.
    ///
    /// If that is before its start, as by cancelling it, it never enters.
    private func end(_ ending: @escaping @Sendable (Membership) -> Void) {
        let before = phase.withLock { phase in
            defer { if case .created = phase { phase = .ungrouped } }
            return phase
        }
        // Released outside the lock, as it may hold the last reference to anything.
        if case .created = before { return withExtendedLifetime(before) {} }
        whenEntered(ending)
    }
}
