// On Linux, a session asks to which protocols its delegate conforms. So each set of protocols needs its own proxy
// class. DataDelegateProxy+Linux.swift contains the methods for data and downloads.
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// Forwards each delegate call of a session to the user's delegate, in the group of the task.
class DelegateProxy: NSObject, URLSessionTaskDelegate, URLSessionWebSocketDelegate,
    // Safe: this class and its subclasses store only Sendable constants.
    @unchecked Sendable
{
    var delegate: any URLSessionDelegate { taskDelegate }

    let taskDelegate: any URLSessionTaskDelegate
    let context: DelegateContext
    /// The written pieces of one download, if the delegate receives the progress of that download.
    let pieces: WrittenPieces?
    private let redirects: RedirectGuard

    init(
        _ delegate: any URLSessionTaskDelegate,
        _ context: DelegateContext,
        _ pieces: WrittenPieces?
    ) {
        taskDelegate = delegate
        self.context = context
        self.pieces = pieces
        redirects = context.redirects ?? RedirectGuard()
    }

    /// Returns a proxy that conforms to the same protocols as the delegate.
    ///
    /// The delegate of one request receives the download methods only if `pieces` is given. A session that
    /// reports progress to such a delegate writes each piece twice, so ``WrittenPieces`` has to remove the
    /// copies.
    static func proxy(
        for delegate: any URLSessionTaskDelegate,
        context: DelegateContext,
        noting pieces: WrittenPieces? = nil
    ) -> DelegateProxy {
        let dataDelegate = delegate as? any URLSessionDataDelegate
        let forwardsDownloads = context.registry != nil || pieces != nil
        let downloadDelegate =
            forwardsDownloads ? delegate as? any URLSessionDownloadDelegate : nil
        return switch (dataDelegate, downloadDelegate) {
        case (let data?, let download?):
            DataAndDownloadDelegateProxy(data, download, context, pieces)
        case (let data?, nil): DataDelegateProxy(data, context, pieces)
        case (nil, let download?): DownloadDelegateProxy(download, context, pieces)
        case (nil, nil): DelegateProxy(delegate, context, pieces)
        }
    }

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
                // The delegate may answer with another request, so the answer is adapted too.
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
        // After the challenge, the session writes the download to a new file, so begin a new list of pieces.
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
