// FoundationNetworking asks a delegate which protocols it conforms to, and what a delegate does not
// implement has a default implementation. So there is one class for each set of protocols, and
// each method is handed on. (For Apple's platforms see DelegateProxy+Apple.swift.)
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// Stands between a session and its delegate: hands everything on, in the group of the task.
class DelegateProxy: NSObject, URLSessionTaskDelegate, URLSessionWebSocketDelegate,
    // Safe: nothing in here or in the subclasses changes, and all of it is Sendable. Only a final
    // class could say so itself.
    @unchecked Sendable
{
    /// The delegate of the user.
    var delegate: any URLSessionDelegate { taskDelegate }

    let taskDelegate: any URLSessionTaskDelegate
    let context: TaskContext

    fileprivate init(_ delegate: any URLSessionTaskDelegate, _ context: TaskContext) {
        taskDelegate = delegate
        self.context = context
    }

    /// Conforms to what the delegate conforms to.
    ///
    /// `hearsOfDownloads` is false for the asynchronous methods: to tell a delegate how much of a file
    /// has come, the session writes it once more, into the same file.
    static func standing(
        before delegate: any URLSessionTaskDelegate,
        context: TaskContext,
        hearsOfDownloads: Bool = true
    ) -> DelegateProxy {
        let dataDelegate = delegate as? any URLSessionDataDelegate
        let downloadDelegate =
            hearsOfDownloads ? delegate as? any URLSessionDownloadDelegate : nil
        return switch (dataDelegate, downloadDelegate) {
        case (let data?, let download?): DataAndDownloadDelegateProxy(data, download, context)
        case (let data?, nil): DataDelegateProxy(data, context)
        case (nil, let download?): DownloadDelegateProxy(download, context)
        case (nil, nil): DelegateProxy(delegate, context)
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
        context.run(task) {
            taskDelegate.urlSession(
                session,
                task: task,
                willPerformHTTPRedirection: response,
                newRequest: request,
                completionHandler: completionHandler
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
        task.awaitCancelling()
        context.end(task, error) {
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

// MARK: - Delegates of data tasks

// No data task becomes another here: those methods are never called.
private class DataDelegateProxy: DelegateProxy, URLSessionDataDelegate, @unchecked Sendable {
    private let dataDelegate: any URLSessionDataDelegate

    init(_ delegate: any URLSessionDataDelegate, _ context: TaskContext) {
        dataDelegate = delegate
        super.init(delegate, context)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        context.run(dataTask) {
            dataDelegate.urlSession(
                session,
                dataTask: dataTask,
                didReceive: response,
                completionHandler: completionHandler
            )
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        context.run(dataTask) {
            dataDelegate.urlSession(session, dataTask: dataTask, didReceive: data)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        context.run(dataTask) {
            dataDelegate.urlSession(
                session,
                dataTask: dataTask,
                willCacheResponse: proposedResponse,
                completionHandler: completionHandler
            )
        }
    }
}

// MARK: - Delegates of download tasks

private protocol DownloadForwarding: DelegateProxy, URLSessionDownloadDelegate {
    var downloadDelegate: any URLSessionDownloadDelegate { get }
}

extension DownloadForwarding {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        context.run(downloadTask) {
            downloadDelegate.urlSession(
                session,
                downloadTask: downloadTask,
                didFinishDownloadingTo: location
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        context.run(downloadTask) {
            downloadDelegate.urlSession(
                session,
                downloadTask: downloadTask,
                didWriteData: bytesWritten,
                totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        context.run(downloadTask) {
            downloadDelegate.urlSession(
                session,
                downloadTask: downloadTask,
                didResumeAtOffset: fileOffset,
                expectedTotalBytes: expectedTotalBytes
            )
        }
    }
}

private final class DownloadDelegateProxy: DelegateProxy, DownloadForwarding, @unchecked Sendable {
    let downloadDelegate: any URLSessionDownloadDelegate

    init(_ delegate: any URLSessionDownloadDelegate, _ context: TaskContext) {
        downloadDelegate = delegate
        super.init(delegate, context)
    }
}

private final class DataAndDownloadDelegateProxy: DataDelegateProxy, DownloadForwarding,
    @unchecked Sendable
{
    let downloadDelegate: any URLSessionDownloadDelegate

    init(
        _ dataDelegate: any URLSessionDataDelegate,
        _ downloadDelegate: any URLSessionDownloadDelegate,
        _ context: TaskContext
    ) {
        self.downloadDelegate = downloadDelegate
        super.init(dataDelegate, context)
    }
}
#endif
