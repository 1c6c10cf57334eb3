/// The step of a plan that a sender is performing; requests that the sender issues belong to it.
package struct Interceptions: Sendable {
    /// The client that performs the step; if `nil`, the requests of every client belong to the step.
    package let client: ObjectIdentifier?

    package let group: RequestGroup

    package let issue: RequestIssue?

    package init(client: ObjectIdentifier?, group: RequestGroup, issue: RequestIssue? = nil) {
        self.client = client
        self.group = group
        self.issue = issue
    }

    /// The nearest enclosing group that is no request itself, unlike a batch or a chain.
    var home: RequestGroup {
        var home = group
        while home.request != nil, let parent = home.parent { home = parent }
        return home
    }
}

extension RequestGroup {
    /// Returns the group for requests of the client: those of another client than the sender belong to the
    /// group of the step.
    package func group(servedBy client: ObjectIdentifier) -> RequestGroup {
        guard let interceptions, let sender = interceptions.client, sender != client else {
            return self
        }
        return interceptions.group
    }
}
