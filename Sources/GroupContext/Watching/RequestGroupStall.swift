/// For whom a group has waited too long; see ``RequestGroupOption/onStall(after:clock:_:)``.
///
/// It shows labels, and nothing else of a request. It keeps neither the group nor a request.
public struct RequestGroupStall: Sendable {
    /// The name of the group.
    public let groupName: String

    /// How long the group has been open.
    public let age: Duration

    /// How far the group has come.
    public let progress: GroupProgress

    /// Whether the body of the group has not returned.
    public let isBodyRunning: Bool

    /// Requests, captured closures and nested groups that the group waits for, in the order in which
    /// they entered.
    public let outstanding: [Outstanding]

    /// A Boolean value that indicates whether the main thread has not run its queue for one second.
    ///
    /// Then a callback or a completion on the main queue cannot run. Often the main thread waits for this group, in
    /// a semaphore or a `DispatchGroup`.
    public internal(set) var isMainThreadBlocked = false

    /// A Boolean value that indicates whether the group waits for the queue of its completion handler.
    var isCompleted = false

    /// A request or nested group for which the group waits.
    public struct Outstanding: Sendable {
        /// What the request or the nested group is called.
        public let label: String

        /// How long ago it entered.
        public let age: Duration

        /// The request in whose callback it was issued; `nil` if that was in the body of a group.
        public let issuer: IssuingRequest?

        /// Whether it has not started yet, because it waits for a slot: it holds up nobody itself.
        public let isWaitingForSlot: Bool
    }
}

extension RequestGroupStall {
    init(_ state: GroupState, groupName: String, age: Duration) {
        var outstanding: [Outstanding] = []
        state.members.visit { membership in
            if membership.member.kind == .keep { return }
            outstanding.append(Outstanding(membership, groupAge: age))
        }
        self.groupName = groupName
        self.age = age
        self.outstanding = outstanding
        progress = state.progress
        isBodyRunning = state.phase.isBodyRunning
        isCompleted = state.phase.isOver
    }
}

extension RequestGroupStall.Outstanding {
    fileprivate init(_ membership: borrowing Membership, groupAge: Duration) {
        let details = membership.member.details
        label = membership.label
        // It may have entered after the clock was read.
        age = max(.zero, groupAge - (details?.entered ?? groupAge))
        issuer = details?.issuer
        isWaitingForSlot = details?.wait == .waiting
    }
}

extension RequestGroupStall: CustomStringConvertible {
    /// The group and for whom it waits, on one line if that is only one, else on a line each; of many
    /// only the first twenty.
    public var description: String {
        let body = isBodyRunning ? ["its body"] : []
        let named = body + outstanding.map(\.description)
        // A request that passes its answer on holds the group without a name.
        let unnamed = isCompleted ? "its completion handler" : "an answer that is being passed on"
        let subjects = named.isEmpty ? [unnamed] : named.inShort
        let list = subjects.count == 1 ? " \(subjects[0])" : subjects.map { "\n  \($0)" }.joined()
        let stall = "\(groupName.onOneLine) (\(progress)) has waited \(age.short) for\(list)"
        return isMainThreadBlocked ? "\(stall)\n\(MainThread.remedy)" : stall
    }
}

extension RequestGroupStall.Outstanding: CustomStringConvertible {
    /// Label, age and origin, such as `GET badges (9.8 s, issued in a callback of #0 GET user)`.
    public var description: String {
        let slot = isWaitingForSlot ? ", waiting for a slot" : ""
        let origin = issuer.map { ", issued in a callback of \($0)" } ?? ""
        return "\(label.onOneLine) (\(age.short)\(slot)\(origin))"
    }
}
