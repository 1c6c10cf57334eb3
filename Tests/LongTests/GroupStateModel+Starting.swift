@testable import GroupContext

// The attachments, the wait and the start of a request that has not started.
extension GroupStateModel {
    /// Returns the reason for which an action is too late for the member, or `nil`.
    private func expiry(of position: Int) -> CancellationReason? {
        members[position].isOverdue ? .deadline : nil
    }

    mutating func add(_ belonging: Belonging, to position: Int) -> Returned {
        if belonging == .rejection {
            let returned = start(position)
            if returned == .cancellation(nil) {
                members[position].has.formUnion([.rejection, .waitedPermit])
            }
            return returned
        }
        guard members[position].isIn else {
            return belonging == .permit ? .leaves(true) : .cancellation(expiry(of: position))
        }
        // A handler that is added to a cancelled member runs at once.
        if belonging == .cancelAction, let cancellation {
            if !members[position].isAnswered { members[position].wasCancelled = true }
            return .cancellation(cancellation)
        }
        if belonging == .cancelAction, members[position].wasCancelled {
            return .cancellation(.requested)
        }
        members[position].has.insert(belonging)
        return belonging == .permit ? .leaves(false) : .cancellation(nil)
    }

    mutating func start(_ position: Int) -> Returned {
        guard members[position].isIn else {
            return .cancellation(expiry(of: position) ?? cancellation ?? .requested)
        }
        if let cancellation {
            if !members[position].isAnswered { members[position].wasCancelled = true }
            return .cancellation(cancellation)
        }
        if members[position].wasCancelled { return .cancellation(.requested) }
        members[position].has.remove(.rejection)
        return .cancellation(nil)
    }

    /// Notifies observers once of the wait; they are notified of a start only after a wait.
    mutating func wait(_ position: Int) {
        let member = members[position]
        guard member.isIn, !member.hasWaited, !member.hasStarted else { return }
        members[position].hasWaited = true
        note(.waiting, position: position)
    }

    mutating func willStart(_ position: Int) {
        let member = members[position]
        guard member.isIn else { return }
        if member.hasWaited, !member.hasStarted { note(.started, position: position) }
        members[position].hasStarted = true
    }
}
