/// What a sender intercepts while it sends a request of a plan, which is a member of its group itself.
package struct Interceptions: Sendable {
    /// The sender; `nil` if it does not intercept itself, so that whatever is intercepted is its.
    package let client: ObjectIdentifier?

    /// The group of the request.
    package let group: RequestGroup

    /// What is known of the request.
    package let issue: RequestIssue?

    package init(client: ObjectIdentifier?, group: RequestGroup, issue: RequestIssue? = nil) {
        self.client = client
        self.group = group
        self.issue = issue
    }

    /// The group around all plans that the request belongs to.
    var home: RequestGroup {
        var home = group
        while home.request != nil, let parent = home.parent { home = parent }
        return home
    }
}

extension RequestGroup {
    /// The group in which the client issues requests here: what others intercept while a sender sends a
    /// request belongs to the group of that.
    package func group(servedBy client: ObjectIdentifier) -> RequestGroup {
        guard let interceptions, let sender = interceptions.client, sender != client else {
            return self
        }
        return interceptions.group
    }
}
