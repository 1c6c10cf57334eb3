import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Changes the request that a redirect leads to.
typealias RedirectAdapter = @Sendable (URLRequest) -> URLRequest

extension InterceptingClient<URLSession> {
    /// Changes the requests that redirects lead to; `nil` if no adapter of the pipeline does.
    var adaptRedirect: RedirectAdapter? { interceptionSettings.pipeline?.adaptRedirect }

    /// Adapts the redirects of a task with a handler.
    ///
    /// A session asks the delegate of the task or of the session about redirects, and follows them if there is none.
    func adaptRedirects(of task: URLSessionTask, in context: TaskContext? = nil) {
        guard let adaptRedirect else { return }
        let context = context ?? .tasks(TaskTable(adaptRedirect: adaptRedirect))
        #if canImport(FoundationNetworking)
        if base.delegate is DelegateProxy { return }
        let delegate = base.delegate as? any URLSessionTaskDelegate ?? EmptyTaskDelegate()
        task.delegate = DelegateProxy.standing(before: delegate, context: context)
        #else
        // Tasks of other sessions raise an exception if they are given a delegate.
        guard DelegateRouting(of: base).tasks == .delegatesAndHandlers else { return }
        task.delegate = DelegateProxy(nil, at: .handledTaskDelegate, of: base, context: context)
        #endif
    }

    #if !canImport(FoundationNetworking)
    /// A delegate for one request that adapts redirects before they are handed to this one.
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
