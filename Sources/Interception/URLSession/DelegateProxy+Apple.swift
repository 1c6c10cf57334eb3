// On Apple's platforms, a session asks its delegate which methods the delegate implements. So a single proxy class can
// forward to delegates of every kind. DelegateProxyMethods.swift contains the methods of both platforms.
#if !canImport(FoundationNetworking)
import Foundation

/// A delegate that forwards each call of a session or a task to the user's delegate, in the group of the task.
final class DelegateProxy: NSObject, Sendable {
    let delegate: (any URLSessionDelegate)?

    let registry: TaskRegistry

    private let routing: DelegateRouting
    private let place: DelegateRouting.Place
    /// The user's delegate of the session, if there is one; `nil` if this proxy is itself the session's delegate.
    private let sessionDelegate: (any URLSessionDelegate)?
    /// The object that detects whether the user gives the task another delegate.
    let watch: DelegateWatch?

    /// Creates the proxy of a task's delegate, or of the session's delegate if no session is given.
    init(
        _ delegate: (any URLSessionDelegate)?,
        at place: DelegateRouting.Place = .sessionDelegate,
        of session: URLSession? = nil,
        registry: TaskRegistry,
        watch: DelegateWatch? = nil
    ) {
        (self.delegate, self.registry, self.place, self.watch) = (delegate, registry, place, watch)
        // A proxy uses the routing only for delegate methods. For these methods `tasks` has no effect.
        routing =
            session.map(DelegateRouting.init(of:))
            ?? DelegateRouting(sessionDelegate: .ours, tasks: .delegatesAndHandlers)
        sessionDelegate = session?.unwrappedDelegate
    }

    /// Creates a copy of a proxy for another delegate.
    init(_ delegate: (any URLSessionDelegate)?, replacing other: DelegateProxy) {
        self.delegate = delegate
        (registry, routing, place) = (other.registry, other.routing, other.place)
        sessionDelegate = other.sessionDelegate
        // Here the wrapper, not the user, replaces the delegate, so the watch moves to the new proxy.
        watch = other.watch.map(DelegateWatch.init(replacing:))
    }

    // MARK: Implemented methods

    private static let methods = Dictionary(
        uniqueKeysWithValues: DelegateMethod.allCases.map { ($0.selector, $0) }
    )

    override func responds(to selector: Selector!) -> Bool {
        if let method = Self.methods[selector] {
            if method == .redirected, registry.pipeline?.adaptRedirect != nil { return true }
            return routing.implements(
                method,
                at: place,
                isImplemented: delegate?.responds(to: selector) == true,
                sessionImplements: sessionDelegate?.responds(to: selector) == true
            )
        }
        // A newer SDK may have delegate methods that `DelegateMethod` lacks; the proxy forwards these unchanged.
        return NSStringFromSelector(selector).hasPrefix("URLSession")
            ? delegate?.responds(to: selector) == true : super.responds(to: selector)
    }

    // Forwards every method that this class does not implement, such as a method of a newer SDK.
    override func forwardingTarget(for selector: Selector!) -> Any? { delegate }

    /// Returns the delegate to call; `nil` if no delegate implements the method, so that the proxy has to answer.
    func receiver(of method: DelegateMethod) -> (any URLSessionDelegate)? {
        let selector = method.selector
        if delegate?.responds(to: selector) == true { return delegate }
        let sessionImplements = sessionDelegate?.responds(to: selector) == true
        return routing.usesSessionDelegate(for: method, at: place, sessionImplements)
            ? sessionDelegate : nil
    }

    // Safe: a value of a protocol type in Objective-C is only a reference, and `receiver(of:)` checks that the object
    // responds to the method. A cast could fail, because a delegate may forward methods without declaring the
    // conformance.
    func taskReceiver(of method: DelegateMethod) -> (any URLSessionTaskDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionTaskDelegate)?.self)
    }

    func dataReceiver(of method: DelegateMethod) -> (any URLSessionDataDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDataDelegate)?.self)
    }

    func downloadReceiver(of method: DelegateMethod) -> (any URLSessionDownloadDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDownloadDelegate)?.self)
    }

    var taskDelegate: (any URLSessionTaskDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionTaskDelegate)?.self)
    }
}

// MARK: - Methods that only Apple's sessions call

extension DelegateProxy: URLSessionDataDelegate, URLSessionDownloadDelegate {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        _ = receiver(of: .invalidated)?.urlSession?(session, didBecomeInvalidWithError: error)
        if place == .sessionDelegate { registry.close() }
    }

    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        registry.run(task) {
            _ = taskReceiver(of: .waitsForConnectivity)?
                .urlSession?(session, taskIsWaitingForConnectivity: task)
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStreamFrom offset: Int64,
        completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        registry.run(task) {
            let method = taskReceiver(of: .needsBodyFromOffset)?
                .urlSession(_:task:needNewBodyStreamFrom:completionHandler:)
            return method?(session, task, offset, completionHandler)
        } ?? completionHandler(nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceiveInformationalResponse response: HTTPURLResponse
    ) {
        registry.run(task) {
            _ = taskReceiver(of: .informed)?
                .urlSession?(session, task: task, didReceiveInformationalResponse: response)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome downloadTask: URLSessionDownloadTask
    ) {
        registry.move(from: dataTask, to: downloadTask)
        let inherited = downloadTask.delegate as? DelegateProxy
        inherited?.watch?.follow(downloadTask)
        registry.run(downloadTask) {
            _ = dataReceiver(of: .becameDownload)?
                .urlSession?(session, dataTask: dataTask, didBecome: downloadTask)
        }
        if !routing.receivesEnd(downloadHasProxy: inherited != nil) {
            registry.giveUp(downloadTask, UntrackedTaskError(reason: .becameDownload))
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome streamTask: URLSessionStreamTask
    ) {
        registry.end(dataTask, nil) { _ in
            _ = dataReceiver(of: .becameStream)?
                .urlSession?(session, dataTask: dataTask, didBecome: streamTask)
        }
    }
}

extension DelegateMethod {
    fileprivate var selector: Selector { NSSelectorFromString(rawValue) }
}
#endif
