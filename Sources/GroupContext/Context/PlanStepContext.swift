/// A step of a plan while a sender, usually a client, performs the step by issuing requests.
///
/// If `client` is `nil`, the requests of every client belong to the step.
package typealias PlanStepContext = (client: ObjectIdentifier?, request: Membership)

extension RequestGroup {
    /// The group; for the group of a batch or a chain, the nearest enclosing group of another kind, if any.
    var plainGroup: RequestGroup? {
        sequence(first: self, next: \.parent).first { !$0.countsAsRequest }
    }

    /// Returns the group that requests of the client join, usually this group.
    ///
    /// The sender of a plan's step runs in a hidden group. There, requests of other clients join the group of the step.
    package func group(forRequestsOf client: ObjectIdentifier) -> RequestGroup {
        guard let planStep, let sender = planStep.client, sender != client else {
            return self
        }
        return planStep.request.group
    }
}
