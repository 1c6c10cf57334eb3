/// A report that a group has waited too long; see ``RequestGroupOption/onStall(after:clock:_:)``.
///
/// It contains labels, and no other data of a request. It retains neither the group nor a request.
public struct RequestGroupStall: Sendable {
    /// The name of the group.
    public let groupName: String

    /// The time for which the group has been open.
    package let age: Duration

    /// The progress of the group.
    package let progress: GroupProgress

    /// A Boolean value that indicates whether the body of the group is still running.
    package let isBodyRunning: Bool

    /// The requests, captured closures and nested groups for which the group waits, in the order in which
    /// they entered.
    package let outstanding: [Outstanding]

    /// A Boolean value that indicates whether the main thread has run nothing on its queue for one second.
    ///
    /// If so, no callback and no completion handler can run on the main queue. Often the main thread waits
    /// for this group, in a semaphore or a `DispatchGroup`.
    package internal(set) var isMainThreadBlocked = false

    /// A Boolean value that indicates whether the group has completed, and waits for the queue of its
    /// completion handler.
    var isCompleted = false

    /// A request, captured closure or nested group for which the group waits.
    package struct Outstanding: Sendable {
        /// The label of the request, closure or group.
        package let label: String

        /// The time since it entered.
        package let age: Duration

        /// The request in whose callback it was issued; `nil` in the body of a group.
        package let issuer: IssuingRequest?

        /// A Boolean value that indicates whether the request has not started, because it waits for a permit.
        package let isWaitingForSlot: Bool
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
        // The member may have entered after the clock was read.
        age = max(.zero, groupAge - (details?.entered ?? groupAge))
        issuer = details?.issuer
        isWaitingForSlot = details?.wait == .waiting
    }
}

extension RequestGroupStall: CustomStringConvertible {
    /// The group and its outstanding requests: one of them on the same line, several on a line each, at most
    /// twenty.
    public var description: String {
        let body = isBodyRunning ? ["its body"] : []
        let named = body + outstanding.map(\.description)
        // A request that passes its answer on keeps the group open by a hold without a label.
        let unnamed = isCompleted ? "its completion handler" : "an answer that is being passed on"
        let subjects = named.isEmpty ? [unnamed] : named.inShort
        let list = subjects.count == 1 ? " \(subjects[0])" : subjects.map { "\n  \($0)" }.joined()
        let stall = "\(groupName.onOneLine) (\(progress)) has waited \(age.short) for\(list)"
        return isMainThreadBlocked ? "\(stall)\n\(MainThread.remedy)" : stall
    }
}

extension RequestGroupStall.Outstanding: CustomStringConvertible {
    /// The label, the age and the issuer, such as `GET badges (9.8 s, issued in a callback of #0 GET user)`.
    package var description: String {
        let slot = isWaitingForSlot ? ", waiting for a slot" : ""
        let origin = issuer.map { ", issued in a callback of \($0)" } ?? ""
        return "\(label.onOneLine) (\(age.short)\(slot)\(origin))"
    }
}
