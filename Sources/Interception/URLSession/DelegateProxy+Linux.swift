// The delegate proxy on Linux, where a session asks a delegate which protocols it conforms to, and each method has a
// default implementation. So there is one class for each set of protocols: this file has the methods that all delegates
// have, DataDelegateProxy+Linux.swift the others. (For Apple's platforms see DelegateProxy+Apple.swift.)
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// A proxy between a session and its delegate: forwards each call in the group of the task.
class DelegateProxy: NSObject, URLSessionTaskDelegate, URLSessionWebSocketDelegate,
    // Safe: this class and its subclasses have only Sendable constants, which the compiler checks in final classes
    // alone.
    @unchecked Sendable
{
    var delegate: any URLSessionDelegate { taskDelegate }

    let taskDelegate: any URLSessionTaskDelegate
    let context: TaskContext
    /// Records the pieces of one download, if its delegate is notified of them.
    let pieces: WrittenPieces?
    private let redirects: RedirectGuard

    init(
        _ delegate: any URLSessionTaskDelegate,
        _ context: TaskContext,
        _ pieces: WrittenPieces?
    ) {
        taskDelegate = delegate
        self.context = context
        self.pieces = pieces
        redirects = context.redirects ?? RedirectGuard()
    }

    /// Returns the proxy of a session's or a task's delegate, which conforms to the same protocols.
    static func standing(
        before delegate: any URLSessionTaskDelegate,
        context: TaskContext
    ) -> DelegateProxy {
        standing(before: delegate, delegate as? any URLSessionDownloadDelegate, context, nil)
    }

    /// Returns the proxy of a delegate for one request.
    ///
    /// It forwards the methods about downloads only if `pieces` records the pieces: see ``WrittenPieces``.
    static func standing(
        before delegate: any URLSessionTaskDelegate,
        of call: InterceptedCall,
        noting pieces: WrittenPieces?,
        adaptRedirect: RedirectAdapter? = nil
    ) -> DelegateProxy {
        let downloadDelegate = pieces.flatMap { _ in delegate as? any URLSessionDownloadDelegate }
        let context = TaskContext.request(call, RequestStubs.scope, adaptRedirect)
        return standing(before: delegate, downloadDelegate, context, pieces)
    }

    private static func standing(
        before delegate: any URLSessionTaskDelegate,
        _ downloadDelegate: (any URLSessionDownloadDelegate)?,
        _ context: TaskContext,
        _ pieces: WrittenPieces?
    ) -> DelegateProxy {
        let dataDelegate = delegate as? any URLSessionDataDelegate
        return switch (dataDelegate, downloadDelegate) {
        case (let data?, let download?):
            DataAndDownloadDelegateProxy(data, download, context, pieces)
        case (let data?, nil): DataDelegateProxy(data, context, pieces)
        case (nil, let download?): DownloadDelegateProxy(download, context, pieces)
        case (nil, nil): DelegateProxy(delegate, context, pieces)
        }
    }

    // MARK: URLSessionDelegate

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        delegate.urlSession(session, didBecomeInvalidWithError: error)
        context.close()
    }

    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        delegate.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    // MARK: URLSessionTaskDelegate

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let answer = redirects.answer(about: task, completionHandler)
        context.run(task) {
            taskDelegate.urlSession(
                session,
                task: task,
                willPerformHTTPRedirection: response,
                newRequest: context.redirected(request),
                // A delegate may answer with a request of its own, which is adapted, too.
                completionHandler: { [context] in answer($0.map(context.redirected)) }
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The session has written the body of the challenge to a file of its own, which it drops.
        pieces?.startOver()
        context.run(task) {
            taskDelegate.urlSession(
                session,
                task: task,
                didReceive: challenge,
                completionHandler: completionHandler
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        context.run(task) {
            taskDelegate.urlSession(session, task: task, needNewBodyStream: completionHandler)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        context.run(task) {
            taskDelegate.urlSession(
                session,
                task: task,
                didSendBodyData: bytesSent,
                totalBytesSent: totalBytesSent,
                totalBytesExpectedToSend: totalBytesExpectedToSend
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willBeginDelayedRequest request: URLRequest,
        completionHandler:
            @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        context.run(task) {
            taskDelegate.urlSession(
                session,
                task: task,
                willBeginDelayedRequest: request,
                completionHandler: completionHandler
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        context.run(task) {
            taskDelegate.urlSession(session, task: task, didFinishCollecting: metrics)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        if session.awaitsCancelling { task.awaitCancelling() }
        context.end(task, error) { error in
            taskDelegate.urlSession(session, task: task, didCompleteWithError: error)
        }
    }

    // MARK: URLSessionWebSocketDelegate

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol protocol: String?
    ) {
        (taskDelegate as? any URLSessionWebSocketDelegate)?
            .urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`)
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        (taskDelegate as? any URLSessionWebSocketDelegate)?
            .urlSession(
                session,
                webSocketTask: webSocketTask,
                didCloseWith: closeCode,
                reason: reason
            )
    }
}
#endif
