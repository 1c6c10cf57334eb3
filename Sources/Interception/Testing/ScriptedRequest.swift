/// A request that was made of a ``ScriptedClient``: the handle that clients return.
///
/// The client keeps it until the request has been answered.
public final class ScriptedRequest: Sendable {
    /// What the request is called; ` #2` follows where the client had one of this label before.
    public let name: String

    /// What the method that issued it calls the request.
    let label: String

    private let whenCancelled: @Sendable (_ name: String) -> Void

    init(name: String, label: String, whenCancelled: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.label = label
        self.whenCancelled = whenCancelled
    }

    /// Cancels the request, which the client writes down; see
    /// ``ScriptedClient/answerCancelled(with:)``.
    ///
    /// A request that has been answered, or cancelled before, takes no notice.
    public func cancel() {
        whenCancelled(name)
    }
}
