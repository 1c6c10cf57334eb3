/// A request of a ``ScriptedClient``, and its handle.
///
/// The client retains the object until the request has been answered.
public final class ScriptedHandle: Sendable {
    /// The name of the request: its label, followed by a number such as ` #2` if the label occurred before.
    package let name: String

    let label: String

    private let whenCancelled: @Sendable (_ name: String) -> Void

    init(name: String, label: String, whenCancelled: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.label = label
        self.whenCancelled = whenCancelled
    }

    /// Cancels the request, and records this in ``ScriptedClient/cancelled``.
    ///
    /// ``ScriptedClient/answerCancelled(with:)`` sets the answer that the request gets. Cancelling has no effect
    /// on a request that has been answered or cancelled.
    public func cancel() { whenCancelled(name) }
}
