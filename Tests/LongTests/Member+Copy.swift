@testable import GroupContext

extension Member {
    /// The same with details of its own.
    var copy: Member {
        var copy = self
        guard case .details(let details) = copy.takeAttachment() else { return self }
        let new = copy.addingDetails()
        new.actions = details.actions
        new.permits = details.permits
        new.wait = details.wait
        new.issuer = details.issuer
        return copy
    }
}
