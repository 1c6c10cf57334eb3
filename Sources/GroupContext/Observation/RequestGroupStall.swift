/// A report that a group has waited too long; see ``RequestGroupOption/onStall(after:clock:_:)``.
///
/// The report contains labels, and no other data of a request. The report retains neither the group nor a request.
public struct RequestGroupStall: Sendable {
    package let groupName: String

    package let age: Duration

    package let progress: GroupProgress

    package let isBodyRunning: Bool

    /// The requests, captured closures and nested groups for which the group waits, in the order of entering.
    package let outstanding: [Outstanding]

    /// A Boolean value that indicates whether the main thread has run nothing on its queue for one second.
    ///
    /// If so, no callback and no completion handler can run on the main queue. Often the main thread waits
    /// for this group, in a semaphore or a `DispatchGroup`.
    package internal(set) var isMainThreadBlocked = false

    /// A Boolean value that indicates whether only the completion handler still has to run.
    var isCompleted = false

    /// A request, captured closure or nested group for which the group waits.
    package struct Outstanding: Sendable {
        package let label: String

        /// The time since the request, closure or group entered.
        package let age: Duration

        package let issuer: RequestIssuer?

        package let isWaitingForPermit: Bool
    }
}

extension RequestGroupStall {
    init(_ state: GroupState, groupName: String, age: Duration) {
        self.groupName = groupName
        self.age = age
        outstanding = state.members.listed { Outstanding($0, groupAge: age) }
        progress = state.progress
        isBodyRunning = state.phase == .open
        isCompleted = state.phase.isOver
    }
}

extension RequestGroupStall.Outstanding {
    fileprivate init(_ membership: borrowing Membership, groupAge: Duration) {
        let details = membership.member.details
        label = membership.label
        // The member may have entered after the clock was read, so a negative age becomes 0.
        age = max(.zero, groupAge - (details?.entered ?? groupAge))
        issuer = details?.issuer
        isWaitingForPermit = membership.member.isDelayed
    }
}

extension RequestGroupStall: CustomStringConvertible {
    /// The group and at most twenty outstanding requests, each on its own line if there are several.
    public var description: String {
        let body = isBodyRunning ? ["its body"] : []
        let named = body + outstanding.map(\.description)
        // If the list is empty, a hidden hold keeps the group open: usually while a plan passes an answer on, rarely
        // for a subrequest, or for a task whose end cannot be observed.
        let unnamed = isCompleted ? "its completion handler" : "an answer, or an uncounted request"
        let subjects = named.isEmpty ? [unnamed] : named.abbreviated
        let list = subjects.count == 1 ? " \(subjects[0])" : subjects.map { "\n  \($0)" }.joined()
        let stall = "\(groupName.onOneLine) (\(progress)) has waited \(age.short) for\(list)"
        return isMainThreadBlocked ? "\(stall)\n\(MainThread.remedy)" : stall
    }
}

extension RequestGroupStall.Outstanding: CustomStringConvertible {
    /// The label, the age and the issuer, such as `GET badges (9.8 s, issued in a callback of #0 GET user)`.
    package var description: String {
        let wait = isWaitingForPermit ? ", waiting for a permit" : ""
        let origin = issuer.map { ", issued in a callback of \($0)" } ?? ""
        return "\(label.onOneLine) (\(age.short)\(wait)\(origin))"
    }
}
