// Apple's Foundation asks a delegate which methods it implements. So there is one class, which has
// what the delegate has. (For Linux see DelegateProxy+Linux.swift.)
#if !canImport(FoundationNetworking)
import Foundation

/// Stands between a session, or a task, and its delegate: hands everything on, in the group of the
/// task.
///
/// Whom it hands a method to is decided by a ``DelegateRouting``.
final class DelegateProxy: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    /// The delegate of the user.
    let delegate: (any URLSessionDelegate)?

    let context: TaskContext

    private let routing: DelegateRouting
    private let place: DelegateRouting.Place
    /// The delegate of the session, the user's, if this stands before that of a task.
    private let sessionDelegate: (any URLSessionDelegate)?
    /// Notices that the task has another delegate than this one.
    let watch: DelegateWatch?

    private init(
        _ delegate: (any URLSessionDelegate)?,
        _ context: TaskContext,
        _ routing: DelegateRouting,
        _ place: DelegateRouting.Place,
        _ sessionDelegate: (any URLSessionDelegate)?,
        _ watch: DelegateWatch?
    ) {
        self.delegate = delegate
        self.context = context
        self.routing = routing
        self.place = place
        self.sessionDelegate = sessionDelegate
        self.watch = watch
    }

    /// Stands before the delegate of a session.
    convenience init(_ delegate: any URLSessionDelegate, context: TaskContext) {
        // What its tasks can be given matters to nobody who hears of all of them.
        let routing = DelegateRouting(sessionDelegate: .ours, tasks: .delegatesAndHandlers)
        self.init(delegate, context, routing, .sessionDelegate, nil, nil)
    }

    /// Stands before the delegate of a task, if it has one.
    convenience init(
        _ delegate: (any URLSessionDelegate)?,
        at place: DelegateRouting.Place,
        of session: URLSession,
        context: TaskContext,
        watch: DelegateWatch? = nil
    ) {
        let routing = DelegateRouting(of: session)
        self.init(delegate, context, routing, place, session.unwrappedDelegate, watch)
    }

    /// Stands before another delegate of the same task.
    func standing(before delegate: (any URLSessionDelegate)?) -> DelegateProxy {
        // The old one notices nothing any more: it is not the user who takes it away.
        let watch = watch?.handedOver()
        return DelegateProxy(delegate, context, routing, place, sessionDelegate, watch)
    }

    // MARK: What the delegate implements

    private static let methods = Dictionary(
        uniqueKeysWithValues: DelegateMethod.allCases.map { ($0.selector, $0) }
    )

    override func responds(to selector: Selector!) -> Bool {
        if let method = Self.methods[selector] {
            return routing.implements(
                method,
                at: place,
                isImplemented: delegate?.responds(to: selector) == true,
                isLeft: sessionDelegate?.responds(to: selector) == true
            )
        }
        // Methods that are newer than this file, which this class only hands on.
        return NSStringFromSelector(selector).hasPrefix("URLSession")
            ? delegate?.responds(to: selector) == true : super.responds(to: selector)
    }

    // The methods that are not in this file: those that are about no task of a group, and whatever is new.
    override func forwardingTarget(for selector: Selector!) -> Any? {
        delegate
    }

    /// Who is told, if anybody is.
    private func receiver(of method: DelegateMethod) -> (any URLSessionDelegate)? {
        let selector = method.selector
        let receiver = routing.receiver(
            of: method,
            at: place,
            isImplemented: delegate?.responds(to: selector) == true,
            isLeft: sessionDelegate?.responds(to: selector) == true
        )
        return switch receiver {
        case .delegate: delegate
        case .sessionDelegate: sessionDelegate
        case .nobody: nil
        }
    }

    // Safe: a value of an Objective-C protocol is the object and nothing else, and each method is
    // called only if the object responds to it. A cast would ask for a declared conformance, which
    // delegates that forward what they are told, as this one does, need not have.
    private func taskReceiver(of method: DelegateMethod) -> (any URLSessionTaskDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionTaskDelegate)?.self)
    }

    private func dataReceiver(of method: DelegateMethod) -> (any URLSessionDataDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDataDelegate)?.self)
    }

    private func downloadReceiver(of method: DelegateMethod) -> (any URLSessionDownloadDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDownloadDelegate)?.self)
    }

    /// The delegate of the user, as a task has it.
    var taskDelegate: (any URLSessionTaskDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionTaskDelegate)?.self)
    }

    // MARK: URLSessionDelegate

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        _ = receiver(of: .invalidated)?.urlSession?(session, didBecomeInvalidWithError: error)
        if place == .sessionDelegate { context.close() }
    }

    // MARK: URLSessionTaskDelegate

    // A session that waits for an answer would wait for ever if nobody were there to give one. That happens
    // if somebody calls a method without having asked whether it is implemented.

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willBeginDelayedRequest request: URLRequest,
        completionHandler:
            @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        let told: Void? = context.run(task) {
            taskReceiver(of: .willBeginDelayed)?
                .urlSession?(
                    session,
                    task: task,
                    willBeginDelayedRequest: request,
                    completionHandler: completionHandler
                )
        }
        if told == nil { completionHandler(.continueLoading, nil) }
    }

    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        context.run(task) {
            _ = taskReceiver(of: .waitsForConnectivity)?
                .urlSession?(session, taskIsWaitingForConnectivity: task)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let told: Void? = context.run(task) {
            taskReceiver(of: .redirected)?
                .urlSession?(
                    session,
                    task: task,
                    willPerformHTTPRedirection: response,
                    newRequest: request,
                    completionHandler: completionHandler
                )
        }
        if told == nil { completionHandler(request) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let told: Void? = context.run(task) {
            taskReceiver(of: .challenge)?
                .urlSession?(
                    session,
                    task: task,
                    didReceive: challenge,
                    completionHandler: completionHandler
                )
        }
        if told == nil { completionHandler(.performDefaultHandling, nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let told: Void? = context.run(task) {
            taskReceiver(of: .needsBody)?
                .urlSession?(session, task: task, needNewBodyStream: completionHandler)
        }
        if told == nil { completionHandler(nil) }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStreamFrom offset: Int64,
        completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let told: Void? = context.run(task) {
            taskReceiver(of: .needsBodyFromOffset)?
                .urlSession?(
                    session,
                    task: task,
                    needNewBodyStreamFrom: offset,
                    completionHandler: completionHandler
                )
        }
        if told == nil { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        context.run(task) {
            _ = taskReceiver(of: .sent)?
                .urlSession?(
                    session,
                    task: task,
                    didSendBodyData: bytesSent,
                    totalBytesSent: totalBytesSent,
                    totalBytesExpectedToSend: totalBytesExpectedToSend
                )
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceiveInformationalResponse response: HTTPURLResponse
    ) {
        context.run(task) {
            _ = taskReceiver(of: .informed)?
                .urlSession?(session, task: task, didReceiveInformationalResponse: response)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        context.run(task) {
            _ = taskReceiver(of: .measured)?
                .urlSession?(session, task: task, didFinishCollecting: metrics)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        context.end(task, error) { error in
            _ = taskReceiver(of: .ended)?
                .urlSession?(session, task: task, didCompleteWithError: error)
        }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let told: Void? = context.run(dataTask) {
            dataReceiver(of: .responded)?
                .urlSession?(
                    session,
                    dataTask: dataTask,
                    didReceive: response,
                    completionHandler: completionHandler
                )
        }
        if told == nil { completionHandler(.allow) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome downloadTask: URLSessionDownloadTask
    ) {
        context.move(from: dataTask, to: downloadTask)
        let inherited = downloadTask.delegate as? any WatchingDelegate
        inherited?.watch?.follow(downloadTask)
        context.run(downloadTask) {
            _ = dataReceiver(of: .becameDownload)?
                .urlSession?(session, dataTask: dataTask, didBecome: downloadTask)
        }
        if !routing.hearsEnd(ofDownloadThat: inherited is DelegateProxy) {
            context.giveUp(downloadTask, UntrackedTaskError(.becameDownload))
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome streamTask: URLSessionStreamTask
    ) {
        context.end(dataTask, nil) { _ in
            _ = dataReceiver(of: .becameStream)?
                .urlSession?(session, dataTask: dataTask, didBecome: streamTask)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        context.run(dataTask) {
            _ = dataReceiver(of: .received)?
                .urlSession?(session, dataTask: dataTask, didReceive: data)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        let told: Void? = context.run(dataTask) {
            dataReceiver(of: .willCache)?
                .urlSession?(
                    session,
                    dataTask: dataTask,
                    willCacheResponse: proposedResponse,
                    completionHandler: completionHandler
                )
        }
        if told == nil { completionHandler(proposedResponse) }
    }

    // MARK: URLSessionDownloadDelegate

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        context.run(downloadTask) {
            _ = downloadReceiver(of: .downloaded)?
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
            _ = downloadReceiver(of: .wrote)?
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
            _ = downloadReceiver(of: .resumed)?
                .urlSession?(
                    session,
                    downloadTask: downloadTask,
                    didResumeAtOffset: fileOffset,
                    expectedTotalBytes: expectedTotalBytes
                )
        }
    }
}

extension DelegateMethod {
    fileprivate var selector: Selector { NSSelectorFromString(rawValue) }
}
#endif
