#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// A unique tag in a request, by which the library finds the task of the request in a session.
final class RequestTag: Sendable {
    let tagged: URLRequest
    private let tag: URL?
    private let state = Locked((cancelled: [Int](), hasEnded: false))

    init(_ request: URLRequest) {
        var tagged = request
        // On Linux, no session uses `mainDocumentURL`, so this field can contain the tag. A delegate may read a value
        // that the caller has set, so keep that value and set no tag.
        tag = request.mainDocumentURL == nil ? URL(string: "request:\(UUID().uuidString)") : nil
        tagged.mainDocumentURL = tag ?? request.mainDocumentURL
        self.tagged = tagged
    }

    /// Cancels the task of the request; returns `false` if the task has no tag or cannot be cancelled safely.
    ///
    /// If the session has a cache, cancelling a task may crash, unless the task's handler calls `awaitCancelling`. The
    /// handler of the session's asynchronous methods does not, so this method then cancels nothing.
    func cancel(in session: URLSession, _ registry: TaskRegistry?) -> Bool {
        guard let tag, session.configuration.urlCache == nil else { return false }
        session.getAllTasks { [self] tasks in
            for task in tasks where task.originalRequest?.mainDocumentURL == tag {
                state.withLock { $0.cancelled.append(task.taskIdentifier) }
                task.cancel(in: registry)
            }
        }
        return true
    }

    /// Records an end of the request; returns `true` for the first end, which answers the caller.
    func end() -> Bool {
        !state.withLock { exchange(&$0.hasEnded, with: true) }
    }

    /// Removes the cancelled task from the registry; called after the session has ended the request.
    func forget(in registry: TaskRegistry?) {
        for task in state.withLock(\.cancelled) { registry?.remove(task) }
    }
}
#endif
