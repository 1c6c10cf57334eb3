import GroupContext

/// The error of a task that is not sent, because a stub cannot answer or an adapter cannot change this kind of task.
///
/// Most such tasks report to a delegate, which receives this error: at the start of a request, the library can answer
/// or change only a task with a handler. A web socket that a stub matches also fails with this error, and so do an
/// upload for which an adapter sets a stream, and a stubbed sequence of bytes on watchOS.
package struct DelegateTaskError: Error, Hashable, CustomStringConvertible {
    package enum Reason: Sendable { case stub, adapter, webSocket, bytes, stream }

    package let label: String

    private let reason: Reason

    package init(_ reason: Reason, label: String) {
        self.reason = reason
        self.label = label
    }

    /// The request, the problem and, if there is one, the remedy, on one line.
    package var description: String {
        let problem =
            switch reason {
            case .stub:
                "a stub cannot answer a task that reports to a delegate; nothing was sent; give the task a handler"
            case .adapter:
                "an adapter that runs at the start cannot change a task that reports to a delegate; nothing was sent; "
                    + "give the task a handler"
            case .webSocket:
                "a stub cannot answer a web socket; nothing was sent; let the request pass through"
            case .stream:
                "an adapter cannot set a stream as the body of an upload; nothing was sent; set httpBody "
                    + "instead of httpBodyStream"
            case .bytes:
                "on watchOS a stub cannot answer with a sequence of bytes; nothing was sent"
            }
        return "\(label.onOneLine): \(problem)"
    }
}
