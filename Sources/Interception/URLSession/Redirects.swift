import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias RedirectAdapter = @Sendable (URLRequest) -> URLRequest

extension InterceptingClient<URLSession> {
    var adaptRedirect: RedirectAdapter? { interceptionSettings.pipeline?.adaptRedirect }

    /// Sets a delegate that adapts redirects, for a task with a completion handler.
    ///
    /// Without a delegate of the task or of the session, the session follows redirects unchanged.
    func adaptRedirects(of task: URLSessionTask, in context: DelegateContext? = nil) {
        guard let adaptRedirect else { return }
        let context = context ?? DelegateContext(adaptRedirect: adaptRedirect)
        #if canImport(FoundationNetworking)
        if base.delegate is DelegateProxy { return }
        let delegate = base.delegate as? any URLSessionTaskDelegate
        task.delegate = DelegateProxy.proxy(for: delegate, context: context)
        #else
        // If the tasks of the session accept no delegate, setting a delegate would raise an exception.
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
        let context = DelegateContext(adaptRedirect: adaptRedirect)
        return DelegateProxy(delegate, at: .handledTaskDelegate, of: base, context: context)
    }
    #endif
}
