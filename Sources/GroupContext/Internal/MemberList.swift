/// Who is in a group, in issue order: a list whose links are in the members themselves, so that
/// entering and leaving neither allocate nor search.
///
/// It does not keep its members alive. A member leaves it at the latest in its deinit, which takes the lock of
/// the group. Code that finds a member in the list holds that lock, and must not retain the member, not even
/// for a moment: the release could be the last, and the deinit would wait for the lock for ever. Without
/// optimisation, an autoclosure retains what it captures, such as the right side of `&&` and `??`.
struct MemberList {
    private(set) var first: Unmanaged<Membership>?
    private var last: Unmanaged<Membership>?

    var isEmpty: Bool { first == nil }

    /// Whether this one is present, and nobody else.
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

    /// Removes one who is present.
    mutating func remove(_ membership: Membership) {
        let (previous, next) = (membership.member.previous, membership.member.next)
        if let previous { previous.change { $0.next = next } } else { first = next }
        if let next { next.change { $0.previous = previous } } else { last = previous }
        membership.member.stay = .outside
        membership.member.previous = nil
        membership.member.next = nil
    }

    /// Calls the closure with each member, which it may remove.
    func visit(_ body: (Membership) -> Void) {
        var link = first
        while let current = link {
            current._withUnsafeGuaranteedRef { membership in
                link = membership.member.next
                body(membership)
            }
        }
    }

    /// The labels of those for whom the group waits by name.
    var labels: [String] {
        var labels: [String] = []
        visit { if $0.member.kind != .keep { labels.append($0.label) } }
        return labels
    }
}

extension Unmanaged<Membership> {
    /// Without a reference of its own: a member that is being deinitialised must not be retained.
    fileprivate func change(_ body: (inout Member) -> Void) {
        _withUnsafeGuaranteedRef { body(&$0.member) }
    }
}
