@testable import GroupContext

// Copies the state of a member, for restoring it.
extension MemberState {
    /// The same state with its own copy of the details.
    var copy: MemberState {
        guard let details else { return self }
        let new = MemberDetails()
        new.attachments = details.attachments
        new.issuer = details.issuer
        var copy = self
        copy.details = new
        return copy
    }
}
