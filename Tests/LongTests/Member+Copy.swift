@testable import GroupContext

extension MemberState {
    /// The same state with its own copy of the details.
    var copy: MemberState {
        var copy = self
        guard case .details(let details) = copy.takeAttachment() else { return self }
        let new = copy.ensureDetails()
        new.handlers = details.handlers
        new.permits = details.permits
        new.wait = details.wait
        new.issuer = details.issuer
        return copy
    }
}
