import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Members of a wrapped URLSession` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() {
        session = server.session(delegate: DelegateRecorder())
    }

    @Test func `the running tasks are those of the session (I1)`() async throws {
        let task = session.dataTask(with: try server.url("data"))
        let upload = session.uploadTask(
            with: URLRequest(url: try server.url("upload")),
            from: Data("body".utf8)
        )
        let download = session.downloadTask(with: try server.url("download"))
        for task in [task, upload, download] as [any StartableTask] { task.resume() }
        for path in ["data", "upload", "download"] { await server.arrived.contains(path) }

        let all: Set<URLSessionTask> = [task.base, upload.base, download.base]
        let handedOver = Journal<[URLSessionTask]>()
        session.getAllTasks { handedOver.append($0) }
        #expect(Set(await handedOver.first(1)[0]) == all)
        #expect(Set(await session.allTasks) == all)

        let kinds = Journal<[[URLSessionTask]]>()
        session.getTasksWithCompletionHandler { kinds.append([$0, $1, $2]) }
        let (data, uploads, downloads) = await session.tasks
        for kinds in [await kinds.first(1)[0], [data, uploads, downloads]] {
            #expect(kinds[0].contains(task.base))
            #expect(kinds[1] == [upload.base])
            #expect(kinds[2] == [download.base])
        }
        session.invalidateAndCancel()
    }

    @Test func `reset and flush call the session, and are no requests (I1)`() async throws {
        let done = Journal<String>()
        try await withRequestGroup { group in
            session.reset { done.append("reset") }
            session.flush { done.append("flush") }
            #expect(group.progress.total == 0)
            #expect(Set(await done.first(2)) == ["reset", "flush"])
        }
    }

    @Test func `properties of the session read through and are written through (I1)`() {
        let queue = OperationQueue()
        let configuration = StubServer.configuration
        configuration.timeoutIntervalForRequest = 7
        let session = InterceptingClient(
            configuration: configuration,
            delegate: DelegateRecorder(),
            delegateQueue: queue
        )
        #expect(session.delegateQueue === queue)
        #expect(session.configuration.timeoutIntervalForRequest == 7)
        session.sessionDescription = "described"
        #expect(session.base.sessionDescription == "described")
        #expect(session.sessionDescription == "described")
    }

    @Test func `without a delegate a session is made from its configuration (I1)`() {
        let configuration = StubServer.configuration
        configuration.timeoutIntervalForRequest = 7
        let limiter = RequestLimiter(limit: 1)
        let session = InterceptingClient(
            configuration: configuration,
            settings: InterceptionSettings { $0.limiter = limiter }
        )
        #expect(session.delegate == nil)
        #expect(session.configuration.timeoutIntervalForRequest == 7)
        #expect(session.interceptionSettings.limiter === limiter)
    }

    @Test func `a web socket is in no group (M1)`() async throws {
        let url = try #require(URL(string: "ws://\(server.host)/socket"))
        try await withRequestGroup { group in
            let tasks = [
                session.webSocketTask(with: url),
                session.webSocketTask(with: url, protocols: ["chat"]),
                session.webSocketTask(with: URLRequest(url: url)),
            ]
            #expect(tasks.map { $0.originalRequest?.url } == [url, url, url])
            #expect(group.progress.total == 0)
        }
    }

    @Test(arguments: [true, false])
    func `a web socket that a stub would answer fails and is not sent`(
        isInScope: Bool
    ) async throws {
        let url = try #require(URL(string: "ws://\(server.host)/socket"))
        let stubs = RequestStubs()
        let delegate = DelegateRecorder()
        let session = server.session(
            delegate: delegate,
            pipeline: isInScope ? nil : RequestPipeline(stubs: stubs)
        )
        let issue = {
            [
                session.webSocketTask(with: url),
                session.webSocketTask(with: url, protocols: ["chat"]),
                session.webSocketTask(with: URLRequest(url: url)),
            ]
        }
        for task in isInScope ? withRequestStubs(stubs, body: issue) : issue() {
            #if canImport(FoundationNetworking)
            // There it connects in spite of the cancelling, so that it must not lead to the server.
            #expect(task.originalRequest?.url?.port == 0)
            #else
            #expect(task.state != .suspended)
            #endif
            task.resume()
            await #expect(throws: URLError.self) { try await task.receive() }
        }
        for error in await delegate.errors.first(3) {
            #expect((error as? DelegateTaskError)?.label == "GET \(server.host)/socket")
        }
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a web socket that the stubs let pass is not cancelled`() throws {
        let url = try #require(URL(string: "ws://\(server.host)/socket"))
        let stubs = RequestStubs(passesThrough: true)
        stubs.answer(.get("/other"), with: .status(200))
        let task = withRequestStubs(stubs) { session.webSocketTask(with: url) }
        #expect(task.state == .suspended)
        task.cancel()
    }
}

@Suite(.timeLimit(.ordinary))
struct `Members of a wrapped task` {
    let server = StubServer()
    let delegate = DelegateRecorder()
    let session: InterceptingClient<URLSession>

    init() {
        session = server.session(delegate: delegate)
    }

    @Test func `a task is the same as long as it is the same for the session`() throws {
        let url = try server.url("a")
        let (task, other) = (session.dataTask(with: url), session.dataTask(with: url))
        #expect(task == task)
        #expect(task != other)
        #expect(Set([task, other, task]) == [other, task])
        #expect(Set([task, task]).count == 1)
    }

    @Test func `a task describes itself as the session's own (I1)`() throws {
        let task = session.dataTask(with: try server.url("a"))
        #expect(task.description == task.base.description)
        #expect(task.taskIdentifier == task.base.taskIdentifier)
    }

    @Test func `the delegate of a task is its own (I1)`() throws {
        let task = InterceptingClient(server.session()).dataTask(with: try server.url("a"))
        #expect(task.delegate == nil)
        let own = DelegateRecorder()
        task.delegate = own
        #expect(task.delegate === own)
        #expect(task.base.delegate != nil)
        task.delegate = nil
        #expect(task.delegate == nil)
    }

    @Test func `suspending counts while a task waits for its permit (P4)`() async throws {
        try await withRequestGroup("page", options: .limit(1)) { _ in
            session.dataTask(with: try server.url("first")).resume()
            let task = session.dataTask(with: try server.url("second"))
            task.resume()
            task.suspend()
            try await server.answer("first")
            await delegate.told.contains("end of first in page")
            // Its slot is free, and it was told to start.
            await drained(session.delegateQueue)
            #expect(task.state == .suspended)
            task.resume()
            try await server.answer("second")
        }
        #expect(server.arrived.entries == ["first", "second"])
    }

    @Test func `resuming counts while a task waits for its permit (P4)`() async throws {
        try await withRequestGroup("page", options: .limit(1)) { _ in
            session.dataTask(with: try server.url("first")).resume()
            let task = session.dataTask(with: try server.url("second"))
            task.suspend()
            task.resume()
            task.resume()
            try await server.answer("first")
            try await server.answer("second")
        }
        #expect(server.arrived.entries == ["first", "second"])
    }

    @Test func `a task that is suspended stays in its group until it ends (I1)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a"))
            task.resume()
            await server.arrived.contains("a")
            task.suspend()
            #expect(task.state == .suspended)
            await server.stopped.contains("a")
            #expect(group.outstanding == ["GET \(server.host)/a"])
            task.cancel()
        }
    }

    @Test func `cancelling a download for later ends it in its group (P2)`() async throws {
        let resumeData = Journal<Data?>()
        let group = try await withRequestGroup("page", options: .tolerant) { group in
            let task = session.downloadTask(with: try server.url("a"))
            task.resume()
            await server.arrived.contains("a")
            task.cancel(byProducingResumeData: { resumeData.append($0) })
            return group
        }
        #expect(await resumeData.first(1) == [nil])
        #expect(delegate.told.entries == ["end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
    }

    @Test func `a task has the delegate of its session, until it gets one of its own (I1)`() throws
    {
        let task = session.dataTask(with: try server.url("a"))
        // On Linux only does a task without a delegate name that of its session.
        if let delegate = task.delegate { #expect(delegate === session.delegate) }
        let own = DelegateRecorder()
        task.delegate = own
        #expect(task.delegate === own)
        task.cancel()
    }
}
