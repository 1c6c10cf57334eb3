#if canImport(FoundationNetworking)
@testable import Interception
@testable import InterceptionTestSupport

/// On Linux, answering a session about a redirect of a task that the session is cancelling ends the process.
@Suite(.timeLimit(.ordinary)) struct `Redirects of tasks that are cancelled` {
    private let server = StubServer()
    private let delegate = RedirectDelegate()
    private let task = RedirectedTask()
    private let answered = Journal<URLRequest?>()
    private let session: InterceptingClient<URLSession>

    init() { session = server.session(delegate: delegate) }

    @Test(arguments: Cancelling.allCases)
    func `a redirect is not answered after cancelling (P2)`(cancelling: Cancelling) async throws {
        try await cancelling.perform(on: task, of: session) {
            try tell(session.base.delegate, about: task)
        }
        await task.cancelled.waitUntilOpen()
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
        task.end()
    }

    @Test func `a second answer to a redirect does not reach the session (P2)`() throws {
        let intercepted = session.task(MadeForm(task: task))
        intercepted.resume()
        try tell(session.base.delegate, about: task)
        delegate.answerAll()
        delegate.answerAll()
        #expect(answered.entries.map { $0?.url?.path } == ["/new"])
        intercepted.cancel()
        #expect(task.cancelled.isOpen)
    }

    @Test func `cancelling a task of another session drops no answer to a redirect (I1)`() throws {
        try tell(session.base.delegate, about: task)
        // A task with a local response belongs to another session, and may have the same identifier.
        session.interceptedTask(for: RedirectedTask()).cancel()
        delegate.answerAll()
        #expect(answered.entries.map { $0?.url?.path } == ["/new"])
    }

    @Test func `a delegate can reject a redirect (I1)`() throws {
        try tell(session.base.delegate, about: task)
        delegate.answerAll(follows: false)
        #expect(answered.entries == [nil])
    }

    @Test func `a download cancelled with resume data follows no redirect (P2)`() throws {
        let task = RedirectedDownload()
        let intercepted = session.task(MadeForm(task: task))
        intercepted.resume()
        try tell(session.base.delegate, about: task)
        intercepted.cancel { _ in }
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
    }

    @Test func `a task's own delegate answers no redirect after cancelling (P2)`() async throws {
        let session = InterceptingClient(server.session())
        try await withRequestGroup(options: .tolerant) { group in
            let intercepted = session.task(task.form(hasHandler: true))
            intercepted.delegate = delegate
            #expect(intercepted.delegate === delegate)
            intercepted.resume()
            try tell(task.delegate, about: task)
            group.cancel()
            delegate.answerAll()
            task.end()
        }
        #expect(answered.entries.isEmpty)
        delegate.forgetAll()
    }

    @Test func `the answer to a redirect is dropped after invalidateAndCancel (P2)`() throws {
        let proxy = session.base.delegate
        try tell(proxy, about: task)
        session.invalidateAndCancel()
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
    }

    @Test(arguments: [URLSessionTask.State.canceling, .completed])
    func `a cancelled task's redirect is not answered (P2)`(state: URLSessionTask.State) throws {
        try tell(session.base.delegate, about: task)
        task.reportedState = state
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
    }

    @Test func `a task is removed from the record of cancelled tasks at its end (P2)`() throws {
        let proxy = try #require(session.base.delegate as? DelegateProxy)
        let redirects = proxy.registry.redirects
        let (first, second) = (RedirectedTask(), RedirectedTask(identifier: 2))
        let forms = [first.form(hasHandler: true), second.form(hasHandler: false)]
        let tasks = forms.map { session.task($0) }
        for task in tasks {
            task.resume()
            task.cancel()
        }
        #expect(redirects.cancelledTasks == [1, 2])
        first.end()
        proxy.urlSession(session.base, task: second, didCompleteWithError: URLError(.cancelled))
        #expect(redirects.cancelledTasks.isEmpty)
        for task in tasks { task.cancel() }
        second.reportedState = .completed
        tasks[1].cancel()
        #expect(redirects.cancelledTasks == [2])
    }

    @Test func `a redirect is not answered after a concurrent cancel of its task (P2)`() throws {
        for identifier in 1...2_000 {
            let task = RedirectedTask(identifier: identifier)
            let intercepted = session.task(MadeForm(task: task))
            intercepted.resume()
            try tell(session.base.delegate, about: task)
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == identifier % 2 { intercepted.cancel() } else { delegate.answerAll() }
            }
            #expect(task.cancelled.isOpen)
            #expect(!task.wasAnsweredAfterCancelling, "round \(identifier)")
            delegate.forgetAll()
        }
    }

    /// Calls the delegate about a redirect, as the session does.
    private func tell(_ proxy: (any URLSessionDelegate)?, about task: URLSessionTask) throws {
        try #require(proxy as? any URLSessionTaskDelegate).urlSession(
            URLSession.shared,
            task: task,
            willPerformHTTPRedirection: httpResponse(from: server.url("old"), status: 302),
            newRequest: server.request("new")
        ) { [answered] request in
            answered.append(request)
            (task as? RedirectedTask)?.wasAnswered()
        }
    }
}

enum Cancelling: String, CaseIterable, Sendable {
    case group, groupOfHandler, groupOfOwnTask, groupOfOwnHandler
    case task, taskOfHandler, taskInNoGroup
    case awaitingTask, groupOfAwaitingTask

    /// Issues the task, simulates its redirect, and cancels it.
    fileprivate func perform(
        on task: RedirectedTask,
        of session: InterceptingClient<URLSession>,
        redirect: () throws -> Void
    ) async throws {
        if self == .taskInNoGroup {
            let intercepted = session.task(MadeForm(task: task))
            intercepted.resume()
            try redirect()
            return intercepted.cancel()
        }
        // The group has its own task, because the group may wait for the session task, which ends later.
        _ = Task {
            try await withRequestGroup(options: .detached, .tolerant) { group in
                let cancelsGroup = self != .awaitingTask
                switch self {
                case .awaitingTask, .groupOfAwaitingTask:
                    let reply = Task {
                        try await session.reply(to: MadeForm(task: task, keep: task.keep), nil)
                    }
                    await task.resumed.waitUntilOpen()
                    task.redirected.open()
                    await task.mayCancel.waitUntilOpen()
                    if cancelsGroup { group.cancel() } else { reply.cancel() }
                    _ = await reply.result
                case .groupOfOwnTask, .groupOfOwnHandler:
                    session.bareTask(task.form(hasHandler: self == .groupOfOwnHandler)).resume()
                    task.redirected.open()
                    await task.mayCancel.waitUntilOpen()
                    group.cancel()
                default:
                    let hasHandler = self == .taskOfHandler || self == .groupOfHandler
                    let intercepted = session.task(task.form(hasHandler: hasHandler))
                    intercepted.resume()
                    task.redirected.open()
                    await task.mayCancel.waitUntilOpen()
                    switch self {
                    case .task, .taskOfHandler: intercepted.cancel()
                    default: group.cancel()
                    }
                }
            }
        }
        await task.redirected.waitUntilOpen()
        try redirect()
        task.mayCancel.open()
    }
}

/// A delegate that answers redirects when the test calls `answerAll`.
private final class RedirectDelegate: NSObject, URLSessionDataDelegate {
    private let questions = Locked(
        [(request: URLRequest, answer: @Sendable (URLRequest?) -> Void)]()
    )

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { questions.withLock { $0.append((request, completionHandler)) } }

    /// Follows or rejects all redirects so far, including redirects that were answered before.
    func answerAll(follows: Bool = true) {
        for (request, answer) in questions.withLock({ $0 }) { answer(follows ? request : nil) }
    }

    func forgetAll() { questions.withLock { $0 = [] } }
}

/// A task whose cancelling is complete when the test calls `end`.
private final class RedirectedTask: URLSessionDataTask, @unchecked Sendable {
    // Safe: the added state is protected by a lock.
    private struct Contents {
        var state: State = .running
        var handler: DataHandler?
        var isCancelled = false
        var wasAnsweredAfterCancelling = false
    }

    private let contents = Locked(Contents())
    private let identifier: Int

    let resumed = Gate()
    let redirected = Gate()
    let mayCancel = Gate()
    let cancelled = Gate()

    init(identifier: Int = 1) {
        self.identifier = identifier
        super.init()
    }

    override var taskIdentifier: Int {
        get { identifier }
        set {}
    }

    override var state: State { contents.withLock { $0.state } }

    var reportedState: State {
        get { state }
        set { contents.withLock { $0.state = newValue } }
    }

    var wasAnsweredAfterCancelling: Bool { contents.withLock { $0.wasAnsweredAfterCancelling } }
    override func resume() { resumed.open() }

    override func cancel() {
        contents.withLock { $0.isCancelled = true }
        cancelled.open()
    }

    func wasAnswered() { contents.withLock { $0.wasAnsweredAfterCancelling = $0.isCancelled } }

    /// Returns the form of the task, with a handler or without one.
    func form(hasHandler: Bool) -> MadeForm<RedirectedTask> {
        guard hasHandler else { return MadeForm(task: self) }
        return MadeForm(task: self, keep: keep) { _, _, _ in }
    }

    func keep(_ handler: @escaping DataHandler) { contents.withLock { $0.handler = handler } }

    /// Ends the task in the way in which a session ends a cancelled task.
    func end() {
        let handler = contents.withLock { $0.handler.take() }
        handler?(nil, nil, URLError(.cancelled))
        reportedState = .completed
    }
}

private final class RedirectedDownload: URLSessionDownloadTask, @unchecked Sendable {
    override var taskIdentifier: Int {
        get { 1 }
        set {}
    }

    override var state: State { .running }
    override func resume() {}

    override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        completionHandler(nil)
    }
}
#endif
