// The adaptation of requests that follow from a redirect.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A closure that changes the request of a redirect.
typealias RedirectAdapter = @Sendable (URLRequest) -> URLRequest

extension InterceptingClient<URLSession> {
    /// The pipeline's adapter of redirects; `nil` if it has none.
    var adaptRedirect: RedirectAdapter? { interceptionSettings.pipeline?.adaptRedirect }

    /// Adapts the redirects of a task with a handler.
    ///
    /// A session asks the task's delegate or its own about a redirect. If there is none, it follows the
    /// redirect.
    func adaptRedirects(of task: URLSessionTask, in context: TaskContext? = nil) {
        guard let adaptRedirect else { return }
        let context = context ?? .tasks(TaskTable(adaptRedirect: adaptRedirect))
        #if canImport(FoundationNetworking)
        if base.delegate is DelegateProxy { return }
        let delegate = base.delegate as? any URLSessionTaskDelegate ?? EmptyTaskDelegate()
        task.delegate = DelegateProxy.standing(before: delegate, context: context)
        #else
        // In other sessions, setting the delegate of a task raises an exception.
        guard DelegateRouting(of: base).tasks == .delegatesAndHandlers else { return }
        task.delegate = DelegateProxy(nil, at: .handledTaskDelegate, of: base, context: context)
        #endif
    }

    #if !canImport(FoundationNetworking)
    /// Returns a delegate of one request that adapts redirects before it calls the given delegate.
    func adaptingRedirects(
        before delegate: (any URLSessionTaskDelegate)?
    ) -> (any URLSessionTaskDelegate)? {
        guard let adaptRedirect else { return delegate }
        let context = TaskContext.tasks(TaskTable(adaptRedirect: adaptRedirect))
        return DelegateProxy(delegate, at: .handledTaskDelegate, of: base, context: context)
    }
    #endif
}

#if canImport(FoundationNetworking)
/// A delegate that leaves everything to the session.
final class EmptyTaskDelegate: NSObject, URLSessionTaskDelegate {}
#endif
