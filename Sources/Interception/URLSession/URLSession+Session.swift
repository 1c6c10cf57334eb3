public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// What a session has besides the requests that it issues.

// MARK: - Creating one

extension InterceptingClient<URLSession> {
    /// The shared session, wrapped.
    public static var shared: InterceptingClient { InterceptingClient(URLSession.shared) }

    /// Creates a session, and wraps it.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the session.
    ///   - settings: what holds for all its requests.
    public init(
        configuration: URLSessionConfiguration,
        settings: SessionSettings = SessionSettings()
    ) {
        self.init(URLSession(configuration: configuration), settings: settings)
    }

    /// Creates a session with a delegate, and wraps both.
    ///
    /// The delegate is told everything that a session tells its delegate, each in the group of the
    /// task that it is about. A task without a handler leaves its group when the delegate's
    /// `urlSession(_:task:didCompleteWithError:)` has returned.
    ///
    /// What the delegate is handed are the session and the tasks themselves. Issue further requests
    /// through the wrapper, or they are in no group. Compare a task with an ``InterceptedTask`` by `==`,
    /// since `===` and `ObjectIdentifier` see two objects, and the delegate with ``delegate`` of the
    /// wrapper. On a queue that is not serial, what comes beside the end of a task may be in no group.
    ///
    /// On Linux a session ends the process if it is answered about a redirect after it was told to cancel
    /// the task. Answers that come too late are kept from it if a group cancels the task, or you do
    /// through the wrapper: by ``AnyInterceptedTask/cancel()`` or ``invalidateAndCancel()``, not by
    /// `cancel()` of the task that the delegate is handed.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the session.
    ///   - delegate: the delegate, which the session holds until it is invalidated.
    ///   - queue: where the delegate and the handlers are called; `nil` for a serial queue.
    ///   - settings: what holds for all its requests.
    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?,
        settings: SessionSettings = SessionSettings()
    ) {
        let session = URLSession(
            configuration: configuration,
            delegate: delegate.map { Self.proxy(before: $0, settings) },
            delegateQueue: queue
        )
        self.init(session, settings: settings)
    }

    private static func proxy(
        before delegate: any URLSessionDelegate,
        _ settings: SessionSettings
    ) -> any URLSessionDelegate {
        let table = TaskTable(adaptRedirect: settings.pipeline?.adaptRedirect)
        let context = TaskContext.tasks(table)
        #if canImport(FoundationNetworking)
        // One that knows nothing of tasks is as good as none, and treated so by the session.
        guard let delegate = delegate as? any URLSessionTaskDelegate else { return delegate }
        return DelegateProxy.standing(before: delegate, context: context)
        #else
        return DelegateProxy(delegate, context: context)
        #endif
    }
}

// MARK: - Properties

extension InterceptingClient where Base: URLSession {
    /// A copy of the configuration of the session.
    public var configuration: URLSessionConfiguration { base.configuration }

    /// Where the delegate and the handlers are called.
    public var delegateQueue: OperationQueue { base.delegateQueue }

    /// What you call the session.
    public var sessionDescription: String? {
        get { base.sessionDescription }
        nonmutating set { base.sessionDescription = newValue }
    }

    /// The delegate of the session.
    public var delegate: (any URLSessionDelegate)? {
        let delegate = base.delegate
        return if let proxy = delegate as? DelegateProxy { proxy.delegate } else { delegate }
    }
}

// MARK: - Handed on

extension InterceptingClient where Base: URLSession {
    /// Lets the tasks of the session finish, then invalidates it.
    public func finishTasksAndInvalidate() {
        LateTask.finishTasksAndInvalidate(base)
    }

    /// Cancels the tasks of the session, and invalidates it.
    public func invalidateAndCancel() {
        #if canImport(FoundationNetworking)
        session.proxiedContext?.redirects?.willCancelAll()
        OwnTask.noteCancellingOfAll()
        #endif
        LateTask.invalidateAndCancel(base)
    }

    /// Empties cookies, caches and credentials.
    public func reset(completionHandler: @escaping @Sendable () -> Void) {
        base.reset(completionHandler: completionHandler)
    }

    /// Writes cookies and credentials to disk, and clears what is only in memory.
    public func flush(completionHandler: @escaping @Sendable () -> Void) {
        base.flush(completionHandler: completionHandler)
    }

    /// Hands over the tasks of the session that are under way.
    public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        OwnTask.noteCancellingOfAll()
        base.getAllTasks(completionHandler: completionHandler)
    }

    /// Hands over the data, upload and download tasks of the session that are under way.
    public func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable (
                [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
            ) -> Void
    ) {
        OwnTask.noteCancellingOfAll()
        base.getTasksWithCompletionHandler(completionHandler)
    }

    /// The tasks of the session that are under way.
    public var allTasks: [URLSessionTask] {
        get async {
            OwnTask.noteCancellingOfAll()
            return await withCheckedContinuation { continuation in
                base.getAllTasks { continuation.resume(returning: $0) }
            }
        }
    }

    /// The data, upload and download tasks of the session that are under way.
    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async {
            OwnTask.noteCancellingOfAll()
            return await withCheckedContinuation { continuation in
                base.getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
            }
        }
    }

    #if !canImport(FoundationNetworking)
    /// Empties cookies, caches and credentials.
    public func reset() async {
        await base.reset()
    }

    /// Writes cookies and credentials to disk, and clears what is only in memory.
    public func flush() async {
        await base.flush()
    }
    #endif
}

// MARK: - Connections, which are in no group

extension InterceptingClient where Base: URLSession {
    /// Creates a web socket task; see ``webSocketTask(with:)-(URLRequest)``.
    public func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
        session.webSocketTask(to: URLRequest(url: url)) { $0.webSocketTask(with: url) }
    }

    /// Creates a web socket task; see ``webSocketTask(with:)-(URLRequest)``.
    public func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
        session.webSocketTask(to: URLRequest(url: url)) {
            $0.webSocketTask(with: url, protocols: protocols)
        }
    }

    /// Creates a web socket task, which is in no group: it does not end by itself.
    ///
    /// No stub can answer a web socket. Where a stub matches the request, or no stub does and the request is not to
    /// pass through, the task fails and nothing is sent. The delegate of a session that was created by the wrapper gets
    /// a ``DelegateTaskError``.
    public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
        session.webSocketTask(to: request) { $0.webSocketTask(with: request) }
    }

    #if !canImport(FoundationNetworking)
    /// Creates a stream task, which is in no group: it does not end by itself.
    public func streamTask(withHostName hostname: String, port: Int) -> URLSessionStreamTask {
        base.streamTask(withHostName: hostname, port: port)
    }
    #endif
}

extension InterceptingClient<URLSession> {
    /// Makes a web socket task, or one that fails if the stubs here keep its request from the network.
    fileprivate func webSocketTask(
        to request: URLRequest,
        _ make: (URLSession) -> URLSessionWebSocketTask
    ) -> URLSessionWebSocketTask {
        let stubs = RequestStubs.scope + [interceptionSettings.pipeline?.stubs].compactMap(\.self)
        guard StubMatch(of: request, in: stubs).answers else { return make(base) }
        let error = DelegateTaskError(.webSocket, label: request.requestLabel)
        let context = proxiedContext ?? .tasks(TaskTable())
        #if canImport(FoundationNetworking)
        // A web socket that was cancelled connects all the same when it is resumed: this one leads nowhere.
        var nowhere = URLComponents()
        (nowhere.scheme, nowhere.host, nowhere.port) = ("ws", "127.0.0.1", 0)
        let task = nowhere.url.map { base.webSocketTask(with: $0) } ?? make(base)
        task.cancel(with: .policyViolation, reason: Data(error.description.utf8))
        task.refuse(in: context, error)
        #else
        let task = make(base)
        task.refuse(in: context, error)
        #endif
        return task
    }
}
