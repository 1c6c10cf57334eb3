#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

/// What ends must not be forgotten before it has been cancelled; see `awaitCancelling`.
@Suite(.timeLimit(.ordinary)) struct `Tasks that end while Linux cancels them` {
    private let task = SlowlyCancelledTask()
    private let server = StubServer()

    @Test func `a handler is called when the session has cancelled (P2)`() async throws {
        let session = InterceptingClient(server.session())
        let cancelled = Locked([Bool]())
        let (task, failure) = (self.task, URLError(.cannotConnectToHost))
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                let handler: TaskHandler<Data> = { _, _, _ in
                    cancelled.withLock { $0.append(task.isCancelled) }
                }
                let end = KeptHandler()
                _ = session.ownTask(MadeForm(task: task, keep: end.keep), handler)
                // As the session does when it has no connection.
                end.call(failure)
            }
        }
        #expect(cancelled.withLock { $0 } == [true])
    }

    @Test func `a delegate gets the end of a task after the session has cancelled it (P2)`()
        async throws
    {
        let delegate = EndDelegate()
        let session = server.session(delegate: delegate)
        let proxy = try #require(session.base.delegate as? any URLSessionTaskDelegate)
        proxy.urlSession(session.base, task: task, didCompleteWithError: URLError(.timedOut))
        #expect(delegate.cancelled.withLock { $0 } == [true])
    }

    @Test(arguments: [URLError(.cannotConnectToHost), nil])
    func `an asynchronous method in no group returns when the session has cancelled (P2)`(
        error: URLError?
    ) async throws {
        let session = InterceptingClient(server.session())
        let (task, url) = (task, try server.url("feed"))
        let form = MadeForm(task: task) { end in
            task.whenResumed {
                end(
                    Data(),
                    URLResponse(
                        url: url,
                        mimeType: nil,
                        expectedContentLength: 0,
                        textEncodingName: nil
                    ),
                    error
                )
            }
        }
        do {
            _ = try await session.reply(to: form, nil)
            #expect(error == nil)
        } catch let thrown as URLError {
            #expect(thrown == error)
        }
        #expect(task.isCancelled)
    }

    @Test(arguments: [true, false])
    func `a request with a delegate of its own is given up where the session has a cache (P2)`(
        hasCache: Bool
    ) async throws {
        let configuration = StubServer.configuration
        if !hasCache { configuration.urlCache = nil }
        let session = InterceptingClient(URLSession(configuration: configuration))
        let url = try server.url("feed")
        try await withRequestGroup(options: .tolerant) { group in
            let reply = Task { try await session.data(from: url, delegate: EndDelegate()).0 }
            await server.arrived.contains("feed")
            group.cancel()
            await #expect { try await reply.value } throws: { $0.urlCode == .cancelled }
        }
        #expect(server.stopped.entries == (hasCache ? [] : ["feed"]))
        if hasCache { try await server.answer("feed") }
        session.base.finishTasksAndInvalidate()
    }

    @Test func `an abandoned request reports one end only (M2)`() async throws {
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
                await server.arrived.contains(path)
                group.cancel()
                await #expect { try await reply.value } throws: { $0.urlCode == .cancelled }
                if hasFailed {
                    try await server.fail(path, with: URLError(.timedOut))
                } else {
                    try await server.answer(path)
                }
                // Held until the method of the session has returned, and what follows it.
                _ = await released.first(1)
            }
        }
        #expect(recorder.lines.filter { $0.hasPrefix("duplicate") } == [])
        #expect(recorder.lines.filter { $0.hasPrefix("left") }.count == 2)
    }

    @Test func `a task is asked for its state only if it may have been cancelled (P2)`() async {
        // In processes of their own, as some ways are noted for all tasks.
        await #expect(processExitsWith: .success) {
            for way in WayOfCancelling.ofOneTask {
                #expect(way.isAsked() == (way != .nobody), "\(way)")
            }
        }
        await #expect(processExitsWith: .success) { #expect(WayOfCancelling.known.isAsked()) }
        await #expect(processExitsWith: .success) { #expect(WayOfCancelling.allTasks.isAsked()) }
        await #expect(processExitsWith: .success) {
            #expect(WayOfCancelling.invalidation.isAsked())
        }
    }

    @Test func `a task that fails is asked, as the bare session may have cancelled it (P2)`() async
    {
        await #expect(processExitsWith: .success) {
            #expect(WayOfCancelling.nobody.isAsked(afterwards: URLError(.cannotConnectToHost)))
        }
    }

    @Test func `on a concurrent queue the end of a task does not wait for cancelling`() async throws
    {
        let delegate = EndDelegate()
        let session = InterceptingClient(
            configuration: StubServer.configuration,
            delegate: delegate,
            delegateQueue: OperationQueue()
        )
        let (task, end, cancelled) = (self.task, KeptHandler(), Locked([Bool]()))
        try await withRequestGroup(options: .tolerant) {
            _ = session.ownTask(MadeForm(task: task, keep: end.keep)) { _, _, _ in
                cancelled.withLock { $0.append(task.isCancelled) }
            }
            end.call(URLError(.cannotConnectToHost))
        }
        let proxy = try #require(session.base.delegate as? any URLSessionTaskDelegate)
        proxy.urlSession(session.base, task: task, didCompleteWithError: URLError(.timedOut))
        #expect(cancelled.withLock { $0 } == [false])
        #expect(delegate.cancelled.withLock { $0 } == [false])
    }

    @Test func `a task that was not cancelled is not waited for`() {
        let task = SlowlyCancelledTask(.running)
        task.awaitCancelling()
        #expect(!task.isCancelled)
    }

    @Test func `an error is not read while the session may replace it (P2)`() {
        let task = SlowlyCancelledTask()
        task.awaitCancelling()
        #expect(task.isCancelled)
        #expect(task.unguarded == 0)
    }

    @Test func `waiting for a session that never confirms cancelling ends`() {
        task.awaitCancelling(attempts: 3)
        #expect(!task.isCancelled)
    }
}

/// Who may cancel a task of a session.
private enum WayOfCancelling: Int, CaseIterable {
    case nobody, user, group, sessionTask, base, enter, progress, delegate, ownTask
    case sessionDelegate, foreignDelegate
    case known, allTasks, invalidation

    static var ofOneTask: [Self] { allCases.filter { $0.rawValue < known.rawValue } }

    // The server has to be kept as long: with it the sessions end, and an ended session has no delegate.
    private func session(of server: StubServer) -> InterceptingClient<URLSession> {
        switch self {
        case .sessionDelegate: server.session(delegate: EndDelegate())
        case .foreignDelegate:
            InterceptingClient(
                URLSession(
                    configuration: StubServer.configuration,
                    delegate: EndDelegate(),
                    delegateQueue: nil
                )
            )
        default: InterceptingClient(server.session())
        }
    }

    /// Makes a task, lets it be cancelled in this way, calls its handler, and returns whether it was asked.
    func isAsked(afterwards error: (any Error)? = nil) -> Bool {
        let (task, server, end) = (SlowlyCancelledTask(), StubServer(), KeptHandler())
        defer { withExtendedLifetime(server) {} }
        let session = session(of: server)
        let form = MadeForm(task: task, keep: end.keep)
        let ended = DispatchSemaphore(value: 0)
        withRequestGroup(options: .tolerant, queue: .global()) {
            if self == .ownTask {
                _ = session.ownTask(form) { _, _, _ in }
            } else {
                cancel(session.task(form) { _, _, _ in }, of: session)
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
        case .nobody, .ownTask, .sessionDelegate, .foreignDelegate: break
        case .user: intercepted.cancel()
        case .group: RequestGroup.current?.cancel()
        case .sessionTask: _ = intercepted.sessionTask
        case .base: _ = intercepted.base
        case .enter: intercepted.enter()
        case .progress: _ = intercepted.progress
        case .delegate: intercepted.delegate = EndDelegate()
        case .known: _ = session.interceptedTask(for: URLSessionTask())
        case .allTasks: session.getAllTasks { _ in }
        case .invalidation: session.invalidateAndCancel()
        }
    }
}

/// Keeps the handler of a task until it is called: kept on, it would keep the request that keeps it.
private final class KeptHandler: Sendable {
    private let handler = Locked<TaskHandler<Data>?>(nil)

    func keep(_ handler: @escaping TaskHandler<Data>) {
        self.handler.withLock { $0 = handler }
    }

    func call(_ error: (any Error)?) {
        let handler = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        handler?(nil, nil, error)
    }
}

/// Has been told to cancel, and has only done so when it has been asked a few times.
private final class SlowlyCancelledTask: URLSessionDataTask, @unchecked Sendable {
    // Safe: what it adds to a task is under a lock.
    private let questions = Locked(0)
    private let unguardedQuestions = Locked(0)
    private let hasWaited = Locked(false)
    private let resumption = Locked<(@Sendable () -> Void)?>(nil)
    private let told: State

    init(_ told: State = .canceling) {
        self.told = told
        super.init()
    }

    var isCancelled: Bool { questions.withLock { $0 > 3 } }

    /// How often the error was read without waiting for the queue on which the session sets it.
    var unguarded: Int { unguardedQuestions.withLock { $0 } }

    func whenResumed(_ action: @escaping @Sendable () -> Void) {
        resumption.withLock { $0 = action }
    }

    override func resume() {
        // The handler keeps its task, so this must not keep the handler.
        let action = resumption.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    /// It has been told to before.
    override func cancel() {}

    override var state: State { told }

    override var taskIdentifier: Int { 1 }

    /// On the queue on which the session sets the error.
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
    private let notice: ReleaseNotice

    init(_ released: Journal<String>) {
        notice = ReleaseNotice(released)
    }
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
