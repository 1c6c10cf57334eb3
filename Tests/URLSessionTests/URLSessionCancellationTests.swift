#if canImport(FoundationNetworking)
@testable import Interception
@testable import InterceptionTestSupport

/// A task that ends must stay registered until its cancelling is complete; see `awaitCancelling`.
@Suite(.timeLimit(.ordinary)) struct `Tasks that end while Linux cancels them` {
    private let task = SlowlyCancelledTask()
    private let server = StubServer()

    /// Fails the task, and returns whether the session had cancelled it when its handler was called.
    private func failTask(in session: InterceptingClient<URLSession>) async throws -> [Bool] {
        let (task, cancelled) = (task, Journal<Bool>())
        try await withRequestGroup(options: .tolerant) {
            let end = KeptHandler()
            let form = MadeForm(task: task, keep: end.keep) { _, _, _ in
                cancelled.append(task.isCancelled)
            }
            _ = session.bareTask(form)
            // A session without a connection ends its task in this way.
            end.call(URLError(.cannotConnectToHost))
        }
        return cancelled.entries
    }

    @Test func `a handler is called after the session has cancelled its task (P2)`() async throws {
        #expect(try await failTask(in: InterceptingClient(server.session())) == [true])
    }

    @Test func `a delegate gets a task's end after the session cancelled it (P2)`() async throws {
        let delegate = EndDelegate()
        let session = server.session(delegate: delegate)
        let proxy = try #require(session.base.delegate as? any URLSessionTaskDelegate)
        proxy.urlSession(session.base, task: task, didCompleteWithError: URLError(.timedOut))
        #expect(delegate.cancelled.withLock { $0 } == [true])
    }

    @Test(arguments: [URLError(.cannotConnectToHost), nil])
    func `an ungrouped method awaits its task's cancelling (P2)`(error: URLError?) async throws {
        let session = InterceptingClient(server.session())
        let task = task
        let keep: @Sendable (@escaping DataHandler) -> Void = { end in
            task.whenResumed { end(Data(), LoadedResponse(text: "").response, error) }
        }
        let form = MadeForm(task: task, keep: keep)
        do {
            _ = try await session.reply(to: form, nil)
            #expect(error == nil)
        } catch let thrown as URLError { #expect(thrown == error) }
        #expect(task.isCancelled)
    }

    @Test(arguments: [true, false])
    func `cancelling a request stops it unless its session has a cache (P2)`(
        hasCache: Bool
    ) async throws {
        let configuration = StubServer.configuration
        if !hasCache { configuration.urlCache = nil }
        let session = InterceptingClient(URLSession(configuration: configuration))
        let url = try server.url("feed")
        try await withRequestGroup(options: .tolerant) { group in
            let reply = Task { try await session.data(from: url, delegate: EndDelegate()).0 }
            await server.arrived.waitFor("feed")
            group.cancel()
            await #expect { try await reply.value } throws: { $0.urlCode == .cancelled }
        }
        #expect(server.stopped.entries == (hasCache ? [] : ["feed"]))
        if hasCache { try await server.answer("feed") }
        session.base.finishTasksAndInvalidate()
    }

    @Test func `a cancelled request that is not stopped leaves its group once (M2)`() async throws {
        let recorder = EventRecorder()
        for hasFailed in [false, true] {
            let released = Journal<String>()
            let session = InterceptingClient(server.session())
            #expect(session.configuration.urlCache != nil)
            let path = hasFailed ? "failed" : "answered"
            let url = try server.url(path)
            try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
                let reply = Task {
                    try await session.data(from: url, delegate: NoticingDelegate(released)).0
                }
                await server.arrived.waitFor(path)
                group.cancel()
                await #expect { try await reply.value } throws: { $0.urlCode == .cancelled }
                if hasFailed {
                    try await server.fail(path, with: URLError(.timedOut))
                } else {
                    try await server.answer(path)
                }
                // The delegate is retained until the method of the session has returned.
                _ = await released.waitForFirst(1)
            }
        }
        #expect(recorder.lines.filter { $0.hasPrefix("duplicate") } == [])
        #expect(recorder.lines.filter { $0.hasPrefix("left") }.count == 2)
    }

    @Test func `the state of a task is checked only if it may have been cancelled (P2)`() async {
        // Each check has its own process, because some ways of cancelling affect all later tasks.
        await #expect(processExitsWith: .success) {
            for way in WayOfCancelling.ofOneTask {
                #expect(way.isChecked() == (way != .never), "\(way)")
            }
        }
        await #expect(processExitsWith: .success) { #expect(WayOfCancelling.known.isChecked()) }
        await #expect(processExitsWith: .success) { #expect(WayOfCancelling.allTasks.isChecked()) }
        await #expect(processExitsWith: .success) {
            #expect(WayOfCancelling.invalidation.isChecked())
        }
    }

    @Test func `the state of a failed task is checked for a cancellation (P2)`() async {
        await #expect(processExitsWith: .success) {
            #expect(WayOfCancelling.never.isChecked(afterwards: URLError(.cannotConnectToHost)))
        }
    }

    @Test func `on a concurrent queue a task's end does not wait for cancelling`() async throws {
        let delegate = EndDelegate()
        let session = InterceptingClient(
            configuration: StubServer.configuration,
            delegate: delegate,
            delegateQueue: OperationQueue()
        )
        #expect(try await failTask(in: session) == [false])
        let proxy = try #require(session.base.delegate as? any URLSessionTaskDelegate)
        proxy.urlSession(session.base, task: task, didCompleteWithError: URLError(.timedOut))
        #expect(delegate.cancelled.withLock { $0 } == [false])
    }

    @Test func `a task that was not cancelled ends without a wait for its session`() {
        let task = SlowlyCancelledTask(.running)
        task.awaitCancelling(in: .shared)
        #expect(!task.isCancelled)
    }

    @Test func `the error of a task is not read while the session may replace the error (P2)`() {
        let task = SlowlyCancelledTask()
        task.awaitCancelling(in: .shared)
        #expect(task.isCancelled)
        #expect(task.unguarded == 0)
    }

    @Test func `the wait for a session that never confirms a cancellation is limited`() {
        task.awaitCancelling(in: .shared, attempts: 3)
        #expect(!task.isCancelled)
    }
}

/// The ways in which a task of a session is cancelled.
private enum WayOfCancelling: Int, CaseIterable {
    case never, user, group, sessionTask, base, enter, progress, delegate, ownTask
    case sessionDelegate, foreignDelegate
    case known, allTasks, invalidation

    static var ofOneTask: [Self] { allCases.filter { $0.rawValue < known.rawValue } }

    // The server retains its sessions, and an invalidated session has no delegate.
    private func session(of server: StubServer) -> InterceptingClient<URLSession> {
        switch self {
        case .sessionDelegate: server.session(delegate: EndDelegate())
        case .foreignDelegate: server.foreignSession(delegate: EndDelegate())
        default: InterceptingClient(server.session())
        }
    }

    /// Creates a task, cancels it in this way, calls its handler, and returns whether the task was checked.
    func isChecked(afterwards error: (any Error)? = nil) -> Bool {
        let (task, server, end) = (SlowlyCancelledTask(), StubServer(), KeptHandler())
        defer { withExtendedLifetime(server) {} }
        let session = session(of: server)
        let form = MadeForm(task: task, keep: end.keep) { _, _, _ in }
        let ended = DispatchSemaphore(value: 0)
        withRequestGroup(options: .tolerant, queue: .global()) {
            if self == .ownTask {
                _ = session.bareTask(form)
            } else {
                cancel(session.task(form), of: session)
            }
            end.call(error)
        } completion: { _ in
            ended.signal()
        }
        ended.wait()
        return task.isCancelled
    }

    private func cancel(
        _ intercepted: InterceptedTask<SlowlyCancelledTask>,
        of session: InterceptingClient<URLSession>
    ) {
        if self != .enter { intercepted.resume() }
        switch self {
        case .never, .ownTask, .sessionDelegate, .foreignDelegate: break
        case .user: intercepted.cancel()
        case .group: RequestGroup.current?.cancel()
        case .sessionTask: _ = intercepted.sessionTask
        case .base: _ = intercepted.base
        case .enter: _ = intercepted.enter()
        case .progress: _ = intercepted.progress
        case .delegate: intercepted.delegate = EndDelegate()
        case .known: _ = session.interceptedTask(for: URLSessionTask())
        case .allTasks: session.getAllTasks { _ in }
        case .invalidation: session.invalidateAndCancel()
        }
    }
}

/// Retains the handler of a task until it is called; a longer reference would be a cycle.
private final class KeptHandler: Sendable {
    private let handler = Locked<DataHandler?>(nil)

    func keep(_ handler: @escaping DataHandler) { self.handler.withLock { $0 = handler } }

    func call(_ error: (any Error)?) {
        let handler = handler.withLock { $0.take() }
        handler?(nil, nil, error)
    }
}

/// A cancelled task whose cancelling is complete only after a few checks.
private final class SlowlyCancelledTask: URLSessionDataTask, @unchecked Sendable {
    // Safe: the added state is protected by a lock.
    private let questions = Locked(0)
    private let unguardedQuestions = Locked(0)
    private let hasWaited = Locked(false)
    private let resumption = Locked<(@Sendable () -> Void)?>(nil)
    private let reportedState: State

    init(_ reportedState: State = .canceling) {
        self.reportedState = reportedState
        super.init()
    }

    var isCancelled: Bool { questions.withLock { $0 > 3 } }

    /// The number of reads of the error that did not wait for the queue on which the session sets the error.
    var unguarded: Int { unguardedQuestions.withLock { $0 } }

    func whenResumed(_ action: @escaping @Sendable () -> Void) {
        resumption.withLock { $0 = action }
    }

    override func resume() {
        // The handler retains its task, so this object must not retain the handler.
        let action = resumption.withLock { $0.take() }
        action?()
    }

    /// Does nothing, because the task has been cancelled.
    override func cancel() {}
    override var state: State { reportedState }
    override var taskIdentifier: Int { 1 }

    /// Waits for the queue on which the session sets the error.
    override var priority: Float {
        get {
            hasWaited.withLock { $0 = true }
            return URLSessionTask.defaultPriority
        }
        set {}
    }

    override var error: (any Error)? {
        let isGuarded = hasWaited.withLock { hasWaited in
            defer { hasWaited = false }
            return hasWaited
        }
        if !isGuarded { unguardedQuestions.withLock { $0 += 1 } }
        questions.withLock { $0 += 1 }
        return isCancelled ? URLError(.cancelled) : URLError(.cannotConnectToHost)
    }
}

private final class NoticingDelegate: NSObject, URLSessionTaskDelegate {
    private let notice: ReleaseAction

    init(_ released: Journal<String>) { notice = ReleaseAction { released.append("released") } }
}

private final class EndDelegate: NSObject, URLSessionDataDelegate {
    let cancelled = Locked([Bool]())

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let isCancelled = (task as? SlowlyCancelledTask)?.isCancelled
        cancelled.withLock { $0.append(isCancelled ?? false) }
    }
}
#endif
