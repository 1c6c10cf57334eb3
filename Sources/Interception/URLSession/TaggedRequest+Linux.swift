#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// A request that can be found among the tasks of a session.
final class TaggedRequest: Sendable {
    let tagged: URLRequest
    private let tag: URL?
    /// The identifiers of the tasks that were cancelled.
    private let cancelled = Locked([Int]())

    init(_ request: URLRequest) {
        var tagged = request
        // The one property that nobody reads here, neither the session nor its cookie storage; but
        // a delegate may, so it stays if the caller has set it.
        tag = request.mainDocumentURL == nil ? URL(string: "request:\(UUID().uuidString)") : nil
        tagged.mainDocumentURL = tag ?? request.mainDocumentURL
        self.tagged = tagged
    }

    /// Cancels the task of the request, if it can be found and survives it; returns whether it does.
    ///
    /// In a session with a cache it might end the process: see `URLSessionTask.awaitCancelling`, which
    /// has no place here, as the handler is the session's own. The delegate of the session, which is in
    /// this context, is the one that is asked about redirects.
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

    /// The request has ended.
    func forget(in context: TaskContext?) {
        for task in cancelled.withLock({ $0 }) { context?.remove(task) }
    }
}

/// The end of a request that may end in two ways, of which the first counts.
final class OneEnd: Sendable {
    private let hasCome = Locked(false)

    /// Whether nobody has asked before.
    var isFirst: Bool {
        hasCome.withLock { hasCome in
            defer { hasCome = true }
            return !hasCome
        }
    }
}
#endif
