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

    private static let completion = NSSelectorFromString("URLSession:task:didCompleteWithError:")
    private static let download = NSSelectorFromString(
        "URLSession:dataTask:didBecomeDownloadTask:"
    )
    private static let stream = NSSelectorFromString("URLSession:dataTask:didBecomeStreamTask:")
    private static let invalidation = NSSelectorFromString("URLSession:didBecomeInvalidWithError:")

    override func responds(to selector: Selector!) -> Bool {
        // Without these a task would never leave its group.
        if [Self.completion, Self.download, Self.stream, Self.invalidation].contains(selector) {
            return true
        }
        // Those of the delegate protocols, which this class only hands on.
        return NSStringFromSelector(selector).hasPrefix("URLSession")
            ? delegate?.responds(to: selector) == true : super.responds(to: selector)
    }

    // The methods that are not in this file: those of streams and web sockets, and whatever is new.
    override func forwardingTarget(for selector: Selector!) -> Any? {
        delegate
    }

    /// Who would have been told without this proxy: the delegate of a task that does not want to
    /// know leaves it to that of the session.
    private func target(of session: URLSession, _ selector: Selector) -> (any URLSessionDelegate)? {
        if delegate?.responds(to: selector) == true { return delegate }
        let other = session.delegate
        return if let proxy = other as? DelegateProxy { proxy.delegate } else { other }
    }

    // Safe: a value of an Objective-C protocol is the object and nothing else, and each method is
    // called only if the object responds to it. A cast would ask for a declared conformance, which
    // delegates that forward what they are told, as this one does, need not have.
    private static func task(
        _ delegate: (any URLSessionDelegate)?
    ) -> (any URLSessionTaskDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionTaskDelegate)?.self)
    }

    private static func data(
        _ delegate: (any URLSessionDelegate)?
    ) -> (any URLSessionDataDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionDataDelegate)?.self)
    }

    var taskDelegate: (any URLSessionTaskDelegate)? { Self.task(delegate) }

    private var dataDelegate: (any URLSessionDataDelegate)? { Self.data(delegate) }

    private var downloadDelegate: (any URLSessionDownloadDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionDownloadDelegate)?.self)
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
        context.end(task, error) { error in
            let target = Self.task(target(of: session, Self.completion))
            _ = target?.urlSession?(session, task: task, didCompleteWithError: error)
        }
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
        if session.delegate !== self { downloadTask.delegate = self }
        context.run(downloadTask) {
            let target = Self.data(target(of: session, Self.download))
            _ = target?.urlSession?(session, dataTask: dataTask, didBecome: downloadTask)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome streamTask: URLSessionStreamTask
    ) {
        // A stream is in no group: it does not end by itself.
        context.end(dataTask, nil) { _ in
            let target = Self.data(target(of: session, Self.stream))
            _ = target?.urlSession?(session, dataTask: dataTask, didBecome: streamTask)
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
