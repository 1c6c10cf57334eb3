/// The members of a group in issue order: a linked list whose links are in the members, so that entering
/// and leaving neither allocate nor search.
///
/// The list does not retain its members. A member leaves the list in its deinit at the latest, which takes
/// the lock of the group. Code that finds a member in the list holds that lock and must not retain the
/// member: the release could be the last, and the deinit would deadlock. Without optimisation an
/// autoclosure retains its captures, such as the right side of `&&` and `??`.
struct MemberList {
    private(set) var first: Unmanaged<Membership>?
    private var last: Unmanaged<Membership>?

    var isEmpty: Bool { first == nil }

    func isOnly(_ membership: Membership) -> Bool {
        membership.member.isPresent && membership.member.previous == nil
            && membership.member.next == nil
    }

    mutating func append(_ membership: Membership) {
        let link = Unmanaged.passUnretained(membership)
        membership.member.stay = .waiting
        membership.member.previous = last
        if let last { last.change { $0.next = link } } else { first = link }
        last = link
    }

    mutating func remove(_ membership: Membership) {
        let (previous, next) = (membership.member.previous, membership.member.next)
        if let previous { previous.change { $0.next = next } } else { first = next }
        if let next { next.change { $0.previous = previous } } else { last = previous }
        membership.member.stay = .outside
        membership.member.previous = nil
        membership.member.next = nil
    }

    /// Calls the closure with each member; the closure may remove it.
    func visit(_ body: (Membership) -> Void) {
        var link = first
        while let current = link {
            current._withUnsafeGuaranteedRef { membership in
                link = membership.member.next
                body(membership)
            }
        }
    }

    /// The labels of the members, without hidden holds.
    var labels: [String] {
        var labels: [String] = []
        visit { if $0.member.kind != .keep { labels.append($0.label) } }
        return labels
    }
}

extension Unmanaged<Membership> {
    /// Changes the member without retaining the membership, whose deinit may be running.
    fileprivate func change(_ body: (inout Member) -> Void) {
        _withUnsafeGuaranteedRef { body(&$0.member) }
    }
}
