#if canImport(FoundationNetworking)
import Dispatch
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

/// On Linux a session ends the process that is answered about a redirect of a task which it cancels.
@Suite(.timeLimit(.ordinary)) struct `Redirects of tasks that are cancelled` {
    private let server = StubServer()
    private let delegate = RedirectDelegate()

    @Test(arguments: Cancelling.allCases)
    func `an answer after cancelling does not reach the session (P2)`(
        cancelling: Cancelling
    ) async throws {
        let session = server.session(delegate: delegate)
        let task = RedirectedTask()
        let answered = Journal<URLRequest?>()
        try await cancelling.perform(on: task, of: session) {
            try tell(session.base.delegate, about: task, answered)
        }
        await task.cancelled.opened()
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
        task.end()
    }

    @Test func `an answer before the cancelling is the session's, once (P2)`() throws {
        let session = server.session(delegate: delegate)
        let task = RedirectedTask()
        let answered = Journal<URLRequest?>()
        let intercepted = session.task(MadeForm(task: task))
        intercepted.resume()
        try tell(session.base.delegate, about: task, answered)
        delegate.answerAll()
        delegate.answerAll()
        #expect(answered.entries.map { $0?.url?.path } == ["/new"])
        intercepted.cancel()
        #expect(task.cancelled.isOpen)
    }

    @Test func `a delegate can reject a redirect (I1)`() throws {
        let session = server.session(delegate: delegate)
        let answered = Journal<URLRequest?>()
        let task = RedirectedTask()
        try tell(session.base.delegate, about: task, answered)
        delegate.answerAll(with: nil)
        #expect(answered.entries == [nil])
    }

    @Test func `a download that is cancelled for its resume data is answered no more (P2)`() throws
    {
        let session = server.session(delegate: delegate)
        let answered = Journal<URLRequest?>()
        let task = RedirectedDownload()
        let intercepted = session.task(MadeForm(task: task))
        intercepted.resume()
        try tell(session.base.delegate, about: task, answered)
        intercepted.cancel { _ in }
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
    }

    @Test func `the delegate of one task is answered no more when its group is cancelled (P2)`()
        async throws
    {
        let session = InterceptingClient(server.session())
        let answered = Journal<URLRequest?>()
        let task = RedirectedTask()
        try await withRequestGroup(options: .tolerant) { group in
            let handler: TaskHandler<Data> = { _, _, _ in }
            let intercepted = session.task(MadeForm(task: task, keep: task.keep), handler)
            intercepted.delegate = delegate
            #expect(intercepted.delegate === delegate)
            intercepted.resume()
            try tell(task.delegate, about: task, answered)
            group.cancel()
            delegate.answerAll()
            task.end()
        }
        #expect(answered.entries.isEmpty)
        delegate.forgetAll()
    }

    @Test func `after invalidateAndCancel no redirect is answered (P2)`() throws {
        let session = server.session(delegate: delegate)
        let answered = Journal<URLRequest?>()
        let task = RedirectedTask()
        let proxy = session.base.delegate
        try tell(proxy, about: task, answered)
        session.invalidateAndCancel()
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
    }

    @Test(arguments: [URLSessionTask.State.canceling, .completed])
    func `no redirect of a cancelled task is answered (P2)`(
        state: URLSessionTask.State
    ) throws {
        let session = server.session(delegate: delegate)
        let answered = Journal<URLRequest?>()
        let task = RedirectedTask()
        try tell(session.base.delegate, about: task, answered)
        task.told = state
        delegate.answerAll()
        #expect(answered.entries.isEmpty)
    }

    @Test func `a task that has ended is not remembered (P2)`() throws {
        let session = server.session(delegate: delegate)
        let proxy = try #require(session.base.delegate as? DelegateProxy)
        let redirects = try #require(proxy.context.redirects)
        let (first, second) = (RedirectedTask(), RedirectedTask(identifier: 2))
        let handler: TaskHandler<Data> = { _, _, _ in }
        let tasks = [
            session.task(MadeForm(task: first, keep: first.keep), handler),
            session.task(MadeForm(task: second)),
        ]
        for task in tasks {
            task.resume()
            task.cancel()
        }
        #expect(redirects.cancelledTasks == [1, 2])
        first.end()
        proxy.urlSession(session.base, task: second, didCompleteWithError: URLError(.cancelled))
        #expect(redirects.cancelledTasks.isEmpty)
        for task in tasks { task.cancel() }
        second.told = .completed
        tasks[1].cancel()
        #expect(redirects.cancelledTasks == [2])
    }

    @Test
    func `a cancelling and an answer at once reach the session in an order that it survives (P2)`()
        throws
    {
        let session = server.session(delegate: delegate)
        for identifier in 1...2_000 {
            let task = RedirectedTask(identifier: identifier)
            let intercepted = session.task(MadeForm(task: task))
            intercepted.resume()
            try tell(session.base.delegate, about: task, task.answered)
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == identifier % 2 { intercepted.cancel() } else { delegate.answerAll() }
            }
            #expect(task.cancelled.isOpen)
            #expect(!task.wasAnsweredAfterCancelling, "round \(identifier)")
            delegate.forgetAll()
        }
    }

    /// Tells the delegate of a redirect, as the session does.
    private func tell(
        _ proxy: (any URLSessionDelegate)?,
        about task: URLSessionTask,
        _ answered: Journal<URLRequest?>
    ) throws {
        let (old, new) = (try server.url("old"), try server.url("new"))
        let response = HTTPURLResponse(
            url: old,
            statusCode: 302,
            httpVersion: nil,
            headerFields: nil
        )
        try #require(proxy as? any URLSessionTaskDelegate)
            .urlSession(
                URLSession.shared,
                task: task,
                willPerformHTTPRedirection: try #require(response),
                newRequest: URLRequest(url: new)
            ) { request in
                answered.append(request)
                (task as? RedirectedTask)?.wasAnswered()
            }
    }
}

/// The ways in which this library cancels a task.
enum Cancelling: String, CaseIterable, Sendable {
    case group, groupOfHandler, groupOfOwnTask, groupOfOwnHandler
    case failFast, deadline
    case task, taskOfHandler, taskInNoGroup
    case awaitingTask, groupOfAwaitingTask

    /// Issues the task, has its redirect told, and cancels it.
    fileprivate func perform(
        on task: RedirectedTask,
        of session: InterceptingClient<URLSession>,
        redirect: () throws -> Void
    ) async throws {
        let handler: TaskHandler<Data> = { _, _, _ in }
        let clock = ManualClock()
        let options: RequestGroupOption =
            switch self {
            case .failFast: .failFast
            case .deadline: .timeout(.seconds(1), clock: clock)
            default: .tolerant
            }
        if self == .taskInNoGroup {
            let intercepted = session.task(MadeForm(task: task))
            intercepted.resume()
            try redirect()
            return intercepted.cancel()
        }
        // Beside it: the group may wait for the task, which ends when the test says so.
        _ = Task {
            try await withRequestGroup(options: .detached, options) { group in
                let cancelsGroup = self != .awaitingTask
                switch self {
                case .awaitingTask, .groupOfAwaitingTask:
                    let reply = Task {
                        try await session.reply(to: MadeForm(task: task, keep: task.keep), nil)
                    }
                    await task.resumed.opened()
                    task.redirected.open()
                    await task.mayCancel.opened()
                    if cancelsGroup { group.cancel() } else { reply.cancel() }
                    _ = await reply.result
                case .groupOfOwnTask, .groupOfOwnHandler:
                    let own =
                        self == .groupOfOwnTask
                        ? session.ownTask(MadeForm(task: task))
                        : session.ownTask(MadeForm(task: task, keep: task.keep), handler)
                    own.resume()
                    task.redirected.open()
                    await task.mayCancel.opened()
                    group.cancel()
                default:
                    let intercepted =
                        self == .taskOfHandler || self == .groupOfHandler
                        ? session.task(MadeForm(task: task, keep: task.keep), handler)
                        : session.task(MadeForm(task: task))
                    intercepted.resume()
                    task.redirected.open()
                    await task.mayCancel.opened()
                    switch self {
                    case .task, .taskOfHandler: intercepted.cancel()
                    case .failFast:
                        group.enter("other")?.leave(throwing: ClientError("other"))
                    case .deadline: await clock.advanceWhenAsleep(by: .seconds(1))
                    default: group.cancel()
                    }
                }
            }
        }
        await task.redirected.opened()
        try redirect()
        task.mayCancel.open()
    }
}

/// Asked about redirects, it answers when the test says so.
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
    ) {
        questions.withLock { $0.append((request, completionHandler)) }
    }

    /// Follows all redirects so far, those again that it was asked before.
    func answerAll() {
        for (request, answer) in questions.withLock({ $0 }) { answer(request) }
    }

    func forgetAll() {
        questions.withLock { $0 = [] }
    }

    /// Answers all redirects so far with this request.
    func answerAll(with request: URLRequest?) {
        for (_, answer) in questions.withLock({ $0 }) { answer(request) }
    }
}

/// A task that is told to cancel, and does so when the test says so.
private final class RedirectedTask: URLSessionDataTask, @unchecked Sendable {
    // Safe: what it adds to a task is under a lock.
    private struct Contents {
        var state: State = .running
        var handler: TaskHandler<Data>?
        var isCancelled = false
        var wasAnsweredAfterCancelling = false
    }

    private let contents = Locked(Contents())
    private let identifier: Int

    let resumed = Gate()
    let redirected = Gate()
    let mayCancel = Gate()
    let cancelled = Gate()
    let answered = Journal<URLRequest?>()

    init(identifier: Int = 1) {
        self.identifier = identifier
        super.init()
    }

    override var taskIdentifier: Int {
        get { identifier }
        set {}
    }

    override var state: State { contents.withLock { $0.state } }

    var told: State {
        get { state }
        set { contents.withLock { $0.state = newValue } }
    }

    var wasAnsweredAfterCancelling: Bool { contents.withLock { $0.wasAnsweredAfterCancelling } }

    override func resume() {
        resumed.open()
    }

    override func cancel() {
        contents.withLock { $0.isCancelled = true }
        cancelled.open()
    }

    func wasAnswered() {
        contents.withLock { $0.wasAnsweredAfterCancelling = $0.isCancelled }
    }

    /// Remembers its handler until its end.
    func keep(_ handler: @escaping TaskHandler<Data>) {
        contents.withLock { $0.handler = handler }
    }

    /// Ends as a session ends a task that it has cancelled.
    func end() {
        let handler = contents.withLock { $0.handler.take() }
        handler?(nil, nil, URLError(.cancelled))
        told = .completed
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
