// Apple's Foundation asks a delegate which methods it implements. So there is one class, which has
// what the delegate has. (For Linux see DelegateProxy+Linux.swift.)
#if !canImport(FoundationNetworking)
import Foundation

/// Stands between a session, or a task, and its delegate: hands everything on, in the group of the
/// task.
final class DelegateProxy: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    /// The delegate of the user.
    let delegate: (any URLSessionDelegate)?

    let context: TaskContext

    init(_ delegate: (any URLSessionDelegate)?, context: TaskContext) {
        self.delegate = delegate
        self.context = context
    }

    // MARK: What the delegate implements

    private static let completion = #selector(
        URLSessionTaskDelegate.urlSession(_:task:didCompleteWithError:)
    )

    override func responds(to selector: Selector!) -> Bool {
        switch NSStringFromSelector(selector) {
        case "URLSession:didBecomeInvalidWithError:", "URLSession:task:didCompleteWithError:",
            "URLSession:dataTask:didBecomeDownloadTask:":
            // Without these a task would never leave its group.
            true
        case let name where name.hasPrefix("URLSession"): delegate?.responds(to: selector) == true
        default: super.responds(to: selector)
        }
    }

    // The methods that are not in this file, as those of streams and web sockets.
    override func forwardingTarget(for selector: Selector!) -> Any? {
        delegate
    }

    var taskDelegate: (any URLSessionTaskDelegate)? {
        delegate as? any URLSessionTaskDelegate
    }

    private var dataDelegate: (any URLSessionDataDelegate)? {
        delegate as? any URLSessionDataDelegate
    }

    private var downloadDelegate: (any URLSessionDownloadDelegate)? {
        delegate as? any URLSessionDownloadDelegate
    }

    // MARK: URLSessionDelegate

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        delegate?.urlSession?(session, didBecomeInvalidWithError: error)
        context.close()
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
            _ = taskDelegate?
                .urlSession?(
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
            _ = taskDelegate?
                .urlSession?(
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
            _ = taskDelegate?.urlSession?(session, task: task, needNewBodyStream: completionHandler)
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
            _ = taskDelegate?
                .urlSession?(
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
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        context.run(task) {
            _ = taskDelegate?.urlSession?(session, task: task, didFinishCollecting: metrics)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        context.end(task, error) {
            // The delegate of a task that does not want to know leaves it to that of the session.
            let isOurs = delegate?.responds(to: Self.completion) == true
            let target = isOurs ? delegate : session.delegate.flatMap(Self.user)
            (target as? any URLSessionTaskDelegate)?
                .urlSession?(session, task: task, didCompleteWithError: error)
        }
    }

    private static func user(_ delegate: any URLSessionDelegate) -> (any URLSessionDelegate)? {
        if let proxy = delegate as? DelegateProxy { proxy.delegate } else { delegate }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        context.run(dataTask) {
            _ = dataDelegate?
                .urlSession?(
                    session,
                    dataTask: dataTask,
                    didReceive: response,
                    completionHandler: completionHandler
                )
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome downloadTask: URLSessionDownloadTask
    ) {
        context.move(from: dataTask, to: downloadTask)
        context.run(downloadTask) {
            _ = dataDelegate?.urlSession?(session, dataTask: dataTask, didBecome: downloadTask)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        context.run(dataTask) {
            _ = dataDelegate?.urlSession?(session, dataTask: dataTask, didReceive: data)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        context.run(dataTask) {
            _ = dataDelegate?
                .urlSession?(
                    session,
                    dataTask: dataTask,
                    willCacheResponse: proposedResponse,
                    completionHandler: completionHandler
                )
        }
    }

    // MARK: URLSessionDownloadDelegate

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        context.run(downloadTask) {
            _ = downloadDelegate?
                .urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location)
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
            _ = downloadDelegate?
                .urlSession?(
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
            _ = downloadDelegate?
                .urlSession?(
                    session,
                    downloadTask: downloadTask,
                    didResumeAtOffset: fileOffset,
                    expectedTotalBytes: expectedTotalBytes
                )
        }
    }
}
#endif
