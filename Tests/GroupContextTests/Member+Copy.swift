@testable import GroupContext

extension Member {
    /// The same with details of its own.
    var copy: Member {
        var copy = self
        guard let details = copy.takeDetails() else { return self }
        let new = copy.addingDetails()
        new.recordedEnding = details.recordedEnding
        new.refusal = details.refusal
        new.cancelActions = details.cancelActions
        new.expiryActions = details.expiryActions
        new.permits = details.permits
        new.wait = details.wait
        new.issuer = details.issuer
        return copy
    }
}
