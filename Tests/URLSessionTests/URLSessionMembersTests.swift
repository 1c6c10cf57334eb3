@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Members of a wrapped URLSession` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() { session = server.session(delegate: DelegateRecorder()) }

    @Test func `the wrapper returns the running tasks of its session (I1)`() async throws {
        let task = session.dataTask(with: try server.url("data"))
        let upload = session.uploadTask(
            with: URLRequest(url: try server.url("upload")),
            from: Data("body".utf8)
        )
        let download = session.downloadTask(with: try server.url("download"))
        for task in [task, upload, download] as [any StartableTask] { task.resume() }
        for path in ["data", "upload", "download"] { await server.arrived.waitFor(path) }

        let all: Set<URLSessionTask> = [task.base, upload.base, download.base]
        let handedOver = Journal<[URLSessionTask]>()
        session.getAllTasks { handedOver.append($0) }
        #expect(Set(await handedOver.waitForFirst(1)[0]) == all)
        #expect(Set(await session.allTasks) == all)

        let kinds = Journal<[[URLSessionTask]]>()
        session.getTasksWithCompletionHandler { kinds.append([$0, $1, $2]) }
        let (data, uploads, downloads) = await session.tasks
        for kinds in [await kinds.waitForFirst(1)[0], [data, uploads, downloads]] {
            #expect(kinds[0].contains(task.base))
            #expect(kinds[1] == [upload.base])
            #expect(kinds[2] == [download.base])
        }
        session.invalidateAndCancel()
    }

    @Test func `reset and flush call the session, and are not requests (I1)`() async throws {
        let done = Journal<String>()
        try await withRequestGroup { group in
            session.reset { done.append("reset") }
            session.flush { done.append("flush") }
            #expect(group.progress.total == 0)
            #expect(Set(await done.waitForFirst(2)) == ["reset", "flush"])
        }
    }

    @Test func `properties are read from and written to the session (I1)`() {
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

    /// Creates a web socket by each method of a session.
    private func sockets(
        _ session: InterceptingClient<URLSession>,
        _ url: URL
    ) -> [URLSessionWebSocketTask] {
        [
            session.webSocketTask(with: url), session.webSocketTask(with: url, protocols: ["chat"]),
            session.webSocketTask(with: URLRequest(url: url)),
        ]
    }

    @Test func `a web socket asks for its protocols, and is in no group (I1, M1)`() async throws {
        let url = try #require(URL(string: "ws://\(server.host)/socket"))
        try await withRequestGroup { group in
            let requests = sockets(session, url).compactMap(\.originalRequest)
            #expect(requests.map(\.url) == [url, url, url])
            let fields = requests.map { $0.value(forHTTPHeaderField: "Sec-WebSocket-Protocol") }
            #expect(fields == [nil, "chat", nil])
            #expect(group.progress.total == 0)
        }
    }

    @Test(arguments: [true, false])
    func `a web socket for which a stub has an answer fails unsent`(isInScope: Bool) async throws {
        let url = try #require(URL(string: "ws://\(server.host)/socket"))
        let (stubs, delegate) = (RequestStubs(), DelegateRecorder())
        let session = server.session(
            delegate: delegate,
            pipeline: isInScope ? nil : RequestPipeline(stubs: stubs)
        )
        let issue = { sockets(session, url) }
        for task in isInScope ? withRequestStubs(stubs, body: issue) : issue() {
            #if canImport(FoundationNetworking)
            // On Linux, a cancelled web socket task still connects, so its URL must not lead to the server.
            #expect(task.originalRequest?.url?.port == 0)
            #else
            #expect(task.state != .suspended)
            #endif
            task.resume()
            await #expect(throws: URLError.self) { try await task.receive() }
            let reason = String(decoding: task.closeReason ?? Data(), as: UTF8.self)
            #expect(reason.contains("a stub cannot answer a web socket"))
        }
        for error in await delegate.errors.waitForFirst(3) {
            #expect((error as? DelegateTaskError)?.label == "GET \(server.host)/socket")
        }
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a web socket that the stubs pass through is not cancelled`() throws {
        let url = try #require(URL(string: "ws://\(server.host)/socket"))
        let stubs = RequestStubs(passesThrough: true)
        stubs.answer(.method("GET", "/other"), with: .data(status: 200))
        let task = withRequestStubs(stubs) { session.webSocketTask(with: url) }
        #expect(task.state == .suspended)
        task.cancel()
    }
}

@Suite(.timeLimit(.ordinary)) struct `Members of a wrapped task` {
    let server = StubServer()
    let delegate = DelegateRecorder()
    let session: InterceptingClient<URLSession>

    init() { session = server.session(delegate: delegate) }

    @Test func `a wrapped task has the properties of its session task (I1)`() throws {
        let task = session.dataTask(with: try server.url("a"))
        #expect(task.description == task.base.description)
        #expect(task.taskIdentifier == task.base.taskIdentifier)
        #expect(task.originalRequest?.url?.path == "/a")
        #expect(task.state == .suspended)
        task.taskDescription = "described"
        #expect(task.base.taskDescription == "described")
        task.cancel()
    }

    @Test(arguments: [true, false])
    func `a task suspended while it waits starts suspended (P4)`(isSuspended: Bool) async throws {
        try await withRequestGroup("page", options: .limit(1)) { _ in
            session.dataTask(with: try server.url("first")).resume()
            let task = session.dataTask(with: try server.url("second"))
            if !isSuspended { task.suspend() }
            task.resume()
            if isSuspended { task.suspend() } else { task.resume() }
            try await server.answer("first")
            if isSuspended {
                await delegate.calls.waitFor("end of first in page")
                // The permit is free, and the task has been started.
                await waitUntilDrained(session.delegateQueue)
                #expect(task.state == .suspended)
                task.resume()
            }
            try await server.answer("second")
        }
        #expect(server.arrived.entries == ["first", "second"])
    }

    @Test func `a task that is suspended stays in its group until it ends (I1)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a"))
            task.resume()
            await server.arrived.waitFor("a")
            task.suspend()
            #expect(task.state == .suspended)
            await server.stopped.waitFor("a")
            #expect(group.outstanding == ["GET \(server.host)/a"])
            task.cancel()
        }
    }

    @Test func `a download cancelled with resume data ends in its group (P2)`() async throws {
        let resumeData = Journal<Data?>()
        let group = try await completedGroup("page", options: .tolerant) { _ in
            let task = session.downloadTask(with: try server.url("a"))
            task.resume()
            await server.arrived.waitFor("a")
            task.cancel(byProducingResumeData: { resumeData.append($0) })
        }
        #expect(await resumeData.waitForFirst(1) == [nil])
        #expect(delegate.calls.entries == ["end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
    }

    @Test func `a task's delegate is the one that was set on the task, if any (I1)`() throws {
        let task = session.dataTask(with: try server.url("a"))
        // Only on Linux does a task without a delegate return the delegate of its session.
        if let delegate = task.delegate { #expect(delegate === session.delegate) }
        let other = InterceptingClient(server.session()).dataTask(with: try server.url("a"))
        #expect(other.delegate == nil)
        for task in [task, other] {
            let own = DelegateRecorder()
            task.delegate = own
            #expect(task.delegate === own)
            #expect(task.base.delegate != nil)
            task.delegate = nil
            task.cancel()
        }
        #expect(other.delegate == nil)
    }
}
