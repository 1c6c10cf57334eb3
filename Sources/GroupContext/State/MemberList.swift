/// The members of a group in issue order.
///
/// The list is linked, and its links are in the members, so that entering and leaving neither allocate nor search.
///
/// The list does not retain its members: the deinit of a member takes the lock of the group, and removes the member.
/// Code that uses the list holds this lock, and would deadlock if it released the last reference to a member. So do not
/// use an unretained member on the right side of `&&` or `??`, where unoptimised builds retain the member. `isOnly` is
/// an exception, because its caller retains the member.
struct MemberList {
    private(set) var first: Unmanaged<Membership>?
    private var last: Unmanaged<Membership>?

    var isEmpty: Bool { first == nil }

    /// Returns whether the member, which has to be in the list, is the only member.
    func isOnly(_ membership: Membership) -> Bool {
        membership.member.previous == nil && membership.member.next == nil
    }

    mutating func append(_ membership: Membership) {
        let link = Unmanaged.passUnretained(membership)
        membership.member.presence = .unanswered
        membership.member.previous = last
        if let last { last.change { $0.next = link } } else { first = link }
        last = link
    }

    mutating func remove(_ membership: Membership) {
        let (previous, next) = (membership.member.previous, membership.member.next)
        if let previous { previous.change { $0.next = next } } else { first = next }
        if let next { next.change { $0.previous = previous } } else { last = previous }
        membership.member.presence = .outside
        membership.member.previous = nil
        membership.member.next = nil
    }

    /// Calls the closure with each member; the closure may remove that member.
    func visit(_ body: (Membership) -> Void) {
        var link = first
        while let current = link {
            current._withUnsafeGuaranteedRef { membership in
                link = membership.member.next
                body(membership)
            }
        }
    }

    /// Returns the result of the closure for each member that is listed as outstanding.
    func listed<Result>(_ transform: (Membership) -> Result) -> [Result] {
        var results: [Result] = []
        visit { if $0.member.kind != .hiddenHold { results.append(transform($0)) } }
        return results
    }
}

extension Unmanaged<Membership> {
    /// Changes the member without retaining the membership, because the deinit of the membership may be running.
    fileprivate func change(_ body: (inout MemberState) -> Void) {
        _withUnsafeGuaranteedRef { body(&$0.member) }
    }
}
