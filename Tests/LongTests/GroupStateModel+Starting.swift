@testable import GroupContext

// The attachments, the delay and the start of a request that has not started.
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
                note(.waiting, position: position)
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
        // Notify observers of a start only after a wait.
        if members[position].has.remove(.rejection) != nil { note(.started, position: position) }
        return .cancellation(nil)
    }
}
