@testable import GroupContext

extension MemberState {
    /// The same state with its own copy of the details.
    var copy: MemberState {
        guard let details else { return self }
        var copy = self
        copy.details = nil
        let new = copy.ensureDetails()
        new.attachments = details.attachments
        new.wait = details.wait
        new.issuer = details.issuer
        return copy
    }
}
