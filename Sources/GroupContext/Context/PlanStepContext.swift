/// A step of a plan while a sender, usually a client, performs the step by issuing requests.
package struct PlanStepContext: Sendable {
    /// The client that performs the step; if `nil`, the requests of every client belong to the step.
    package let client: ObjectIdentifier?

    package let request: Membership

    package init(client: ObjectIdentifier?, request: Membership) {
        (self.client, self.request) = (client, request)
    }

    package var group: RequestGroup { request.group }

    /// The group; for the group of a batch or a chain, the nearest enclosing group of another kind, if any exists.
    var plainGroup: RequestGroup {
        var plainGroup = group
        while plainGroup.ownRequest != nil, let parent = plainGroup.parent { plainGroup = parent }
        return plainGroup
    }
}

extension RequestGroup {
    /// Returns the group that requests of the client join, usually this group.
    ///
    /// The sender of a plan's step runs in a hidden group. There, requests of other clients join the group of the step.
    package func group(forRequestsOf client: ObjectIdentifier) -> RequestGroup {
        guard let planStep, let sender = planStep.client, sender != client else {
            return self
        }
        return planStep.group
    }
}
