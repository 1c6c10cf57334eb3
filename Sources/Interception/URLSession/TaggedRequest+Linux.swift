#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// A request with a tag, by which its task can be found among the tasks of a session.
final class TaggedRequest: Sendable {
    let tagged: URLRequest
    private let tag: URL?
    private let cancelled = Locked([Int]())

    init(_ request: URLRequest) {
        var tagged = request
        // Neither the session nor its cookie storage reads this property here. A delegate may read it, so a value of
        // the caller is kept.
        tag = request.mainDocumentURL == nil ? URL(string: "request:\(UUID().uuidString)") : nil
        tagged.mainDocumentURL = tag ?? request.mainDocumentURL
        self.tagged = tagged
    }

    /// Cancels the task of the request; returns `false` if the task has no tag or cannot be cancelled safely.
    ///
    /// In a session with a cache, cancelling might end the process: see `URLSessionTask.awaitCancelling`, which
    /// cannot be called here, because the handler is the session's own. `context` is that of the session's
    /// delegate, which is asked about redirects.
    func cancel(in session: URLSession, _ context: TaskContext?) -> Bool {
        guard let tag, session.configuration.urlCache == nil else { return false }
        session.getAllTasks { [self] tasks in
            for task in tasks where task.originalRequest?.mainDocumentURL == tag {
                cancelled.withLock { $0.append(task.taskIdentifier) }
                task.cancel(in: context)
            }
        }
        return true
    }

    /// Removes the cancelled tasks from the task registry, after the request has ended.
    func forget(in context: TaskContext?) {
        for task in cancelled.withLock({ $0 }) { context?.remove(task) }
    }
}

/// The end of a request that may end in two ways; the first one counts.
final class OneEnd: Sendable {
    private let hasCome = Locked(false)

    /// A Boolean value that is `true` only the first time that it is read.
    var isFirst: Bool {
        hasCome.withLock { hasCome in
            defer { hasCome = true }
            return !hasCome
        }
    }
}
#endif
