public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Creates, configures and invalidates wrapped sessions.
extension InterceptingClient where Base: URLSession {
    /// Wraps a session.
    ///
    /// ```swift
    /// let session = InterceptingClient(
    ///     URLSession.shared,
    ///     settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 5) },
    ///     statusCheck: .successful
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - base: the session.
    ///   - settings: the settings of all requests of the session.
    ///   - pipeline: the pipeline for all requests of the session.
    ///   - statusCheck: decides which HTTP responses are failures; by default no response is.
    public init(
        _ base: Base,
        settings: InterceptionSettings = InterceptionSettings(),
        pipeline: RequestPipeline? = nil,
        statusCheck: HTTPStatusCheck? = nil
    ) {
        var settings = settings
        if let pipeline { settings.change { $0.pipeline = pipeline } }
        if let statusCheck { settings.change { $0.statusCheck = statusCheck } }
        self.init(wrapping: base, settings: settings)
    }
}

extension InterceptingClient<URLSession> {
    /// A wrapper of `URLSession.shared`.
    public static var shared: InterceptingClient { InterceptingClient(URLSession.shared) }

    /// Creates and wraps a session, with its delegate.
    ///
    /// Each method of the delegate runs in the group of its task. A task without a handler leaves its group when
    /// the delegate's `urlSession(_:task:didCompleteWithError:)` has returned.
    ///
    /// The delegate receives the bare session and its bare tasks. Issue further requests through the wrapper,
    /// because requests of the bare session join no group. To recognize your task in a delegate method, compare the
    /// bare task with ``InterceptedTask/base``; compare your delegate with ``delegate`` of the wrapper. On a
    /// concurrent queue, a method that runs at the same time as the end of its task may run in no group.
    ///
    /// On Linux, Foundation crashes if a delegate answers a redirect of a cancelled task. The library withholds such
    /// an answer, unless you cancel the bare task while the delegate is answering on another thread.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the session.
    ///   - delegate: the delegate; the session retains the delegate until the session is invalidated.
    ///   - queue: the queue of the delegate and the handlers; `nil` for a serial queue.
    ///   - settings: the settings of all requests of the session.
    ///   - pipeline: the pipeline for all requests of the session.
    ///   - statusCheck: decides which HTTP responses are failures; by default no response is.
    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)? = nil,
        delegateQueue queue: OperationQueue? = nil,
        settings: InterceptionSettings = InterceptionSettings(),
        pipeline: RequestPipeline? = nil,
        statusCheck: HTTPStatusCheck? = nil
    ) {
        let session = URLSession(
            configuration: configuration,
            delegate: delegate.map { Self.proxy(before: $0, pipeline ?? settings.pipeline) },
            delegateQueue: queue
        )
        self.init(session, settings: settings, pipeline: pipeline, statusCheck: statusCheck)
    }

    private static func proxy(
        before delegate: any URLSessionDelegate,
        _ pipeline: RequestPipeline?
    ) -> any URLSessionDelegate {
        let registry = TaskRegistry(pipeline: pipeline)
        #if canImport(FoundationNetworking)
        // A session calls its delegate for tasks only if the delegate is a `URLSessionTaskDelegate`, so no other
        // delegate needs a proxy.
        guard let delegate = delegate as? any URLSessionTaskDelegate else { return delegate }
        return DelegateProxy.proxy(for: delegate, registry: registry)
        #else
        return DelegateProxy(delegate, registry: registry)
        #endif
    }
}

extension InterceptingClient where Base: URLSession {
    /// A copy of the configuration of the session.
    public var configuration: URLSessionConfiguration { base.configuration }

    /// The queue of the delegate and the handlers.
    public var delegateQueue: OperationQueue { base.delegateQueue }

    /// The name that you give the session.
    public var sessionDescription: String? {
        get { base.sessionDescription }
        nonmutating set { base.sessionDescription = newValue }
    }

    /// The delegate of the session.
    public var delegate: (any URLSessionDelegate)? { base.unwrappedDelegate }
}

extension URLSession {
    var unwrappedDelegate: (any URLSessionDelegate)? {
        let delegate = delegate
        return if let proxy = delegate as? DelegateProxy { proxy.delegate } else { delegate }
    }
}

// MARK: - Forwarded methods

extension InterceptingClient where Base: URLSession {
    /// Invalidates the session when its tasks have finished.
    public func finishTasksAndInvalidate() { TaskReservation.finishTasksAndInvalidate(base) }

    /// Cancels the tasks of the session, and invalidates the session.
    public func invalidateAndCancel() {
        #if canImport(FoundationNetworking)
        urlSession.proxiedRegistry?.redirects.willCancelAll()
        #endif
        UnstartedRequest.recordCancellingOfAll()
        TaskReservation.invalidateAndCancel(base)
    }

    /// Empties cookies, caches and credentials.
    public func reset(completionHandler: @escaping @Sendable () -> Void) {
        base.reset(completionHandler: completionHandler)
    }

    /// Writes cookies and credentials to disk, and clears transient caches.
    public func flush(completionHandler: @escaping @Sendable () -> Void) {
        base.flush(completionHandler: completionHandler)
    }

    /// Calls a handler with the outstanding tasks of the session.
    public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        UnstartedRequest.recordCancellingOfAll()
        base.getAllTasks(completionHandler: completionHandler)
    }

    /// Calls a handler with the outstanding data, upload and download tasks of the session.
    public func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable (
                [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
            ) -> Void
    ) {
        UnstartedRequest.recordCancellingOfAll()
        base.getTasksWithCompletionHandler(completionHandler)
    }

    /// The outstanding tasks of the session.
    public var allTasks: [URLSessionTask] {
        get async {
            await withCheckedContinuation { continuation in
                getAllTasks { continuation.resume(returning: $0) }
            }
        }
    }

    /// The outstanding data, upload and download tasks of the session.
    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async {
            await withCheckedContinuation { continuation in
                getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
            }
        }
    }

    #if !canImport(FoundationNetworking)
    /// Empties cookies, caches and credentials.
    public func reset() async { await base.reset() }

    /// Writes cookies and credentials to disk, and clears transient caches.
    public func flush() async { await base.flush() }
    #endif
}

// MARK: - Streams and web sockets, which are in no group

extension InterceptingClient where Base: URLSession {
    /// Creates a web socket task; see ``webSocketTask(with:)-(URLRequest)``.
    public func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
        urlSession.webSocketTask(to: URLRequest(url: url)) { $0.webSocketTask(with: url) }
    }

    /// Creates a web socket task; see ``webSocketTask(with:)-(URLRequest)``.
    public func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
        urlSession.webSocketTask(to: URLRequest(url: url)) {
            $0.webSocketTask(with: url, protocols: protocols)
        }
    }

    /// Creates a web socket task, which is in no group, because a web socket may stay open for ever.
    ///
    /// No stub can answer a web socket. If a stub matches the request, or if the stubs do not let the request
    /// pass through, the task fails and nothing is sent. If the wrapper created the session, the session's delegate
    /// receives an error that names the problem and the remedy: let the request pass through.
    public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
        urlSession.webSocketTask(to: request) { $0.webSocketTask(with: request) }
    }

    #if !canImport(FoundationNetworking)
    /// Creates a stream task, which is in no group, because a stream may stay open for ever.
    public func streamTask(withHostName hostname: String, port: Int) -> URLSessionStreamTask {
        base.streamTask(withHostName: hostname, port: port)
    }
    #endif
}

extension InterceptingClient<URLSession> {
    /// Creates a web socket task, which fails if the stubs in scope keep its request from the network.
    fileprivate func webSocketTask(
        to request: URLRequest,
        _ make: (URLSession) -> URLSessionWebSocketTask
    ) -> URLSessionWebSocketTask {
        let stubs = RequestStubs.scope + [interceptionSettings.pipeline?.stubs].compactMap(\.self)
        guard StubMatch(of: request, in: stubs).answersRequest else { return make(base) }
        let error = DelegateTaskError(.webSocket, label: request.requestLabel)
        #if canImport(FoundationNetworking)
        // A cancelled web socket task still connects when it is resumed, so give the task an invalid address.
        let nowhere = URL(string: "ws://127.0.0.1:0")
        let task = nowhere.map { base.webSocketTask(with: $0) } ?? make(base)
        task.cancel(with: .policyViolation, reason: Data(error.description.utf8))
        #else
        let task = make(base)
        #endif
        task.reject(in: proxiedRegistry ?? TaskRegistry(), error)
        return task
    }
}
