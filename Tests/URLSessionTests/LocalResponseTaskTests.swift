@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Tasks with local responses` {
    let server = StubServer()
    let stubs = RequestStubs(answering: .json("{}"))
    let answers = Journal<String>()

    private var session: InterceptingClient<URLSession> {
        server.session(RequestPipeline(stubs: stubs))
    }

    private func handler(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        let code = (error as? URLError).map { "\($0.code.rawValue)" }
        answers.append(code ?? String(decoding: data ?? Data(), as: UTF8.self))
    }

    @Test func `tasks of different wrappers have different identifiers`() throws {
        let tasks: [URLSessionDataTask] = try (0..<3).map { _ in
            session.dataTask(with: try server.url("a"), completionHandler: handler)
        }
        #expect(Set(tasks.map(\.taskIdentifier)).count == 3)
        for task in tasks { task.cancel() }
    }

    @Test func `a task for a local response fails if there is no response`() async throws {
        let url = try server.url("a")
        LocalResponseProtocol.session.dataTask(with: url, completionHandler: handler).resume()
        #expect(await answers.waitForFirst(1) == ["\(URLError.Code.resourceUnavailable.rawValue)"])
    }

    @Test func `the handle of a sent request does not retain its completion`() async throws {
        let (count, session, request) = (LiveCount(), session, try server.request("a"))
        let send = { [answers] in
            let token = count.token()
            return session.send(request) { result in
                token.touch()
                answers.append(result.text)
            }
        }
        let handle = send()
        #expect(await answers.waitForFirst(1) == ["{}"])
        await yieldWhile { count.value > 0 }
        handle.cancel()
    }

    @Test func `a suspended task gets its answer when it is resumed (I1)`() async throws {
        let clock = ManualClock()
        let stubs = RequestStubs(answering: .json("{}").delayed(by: .seconds(1)), clock: clock)
        let delayed = server.session(RequestPipeline(stubs: stubs))
        func task(
            _ name: String,
            of session: InterceptingClient<URLSession>
        ) throws -> InterceptedTask<URLSessionDataTask> {
            session.dataTask(with: try server.url(name)) { [answers] _, _, _ in
                answers.append(name)
            }
        }
        let suspended = try task("suspended", of: delayed)
        let bare = try task("bare", of: delayed).enter()
        bare.resume()
        suspended.resume()
        await yieldWhile { clock.sleeping < 2 }
        bare.suspend()
        for _ in 0..<2 {
            suspended.suspend()
            suspended.resume()
        }
        suspended.suspend()
        await clock.advanceWhenAsleep(by: .seconds(1))
        await answers.waitFor("bare")
        try task("other", of: session).resume()
        await answers.waitFor("other")
        suspended.resume()
        #expect(await answers.waitForFirst(3) == ["bare", "other", "suspended"])
        #expect(answers.entries.count == 3)
    }

    @Test func `a suspended task gets the answer of its adapted request when it is resumed (I1)`()
        async throws
    {
        let adapter = PipelineAdapter.atStart { request, _ in request }
        let adapted = server.session(RequestPipeline(adapters: [adapter]))
        let task: InterceptedTask<URLSessionDataTask> = adapted.dataTask(
            with: try server.url("a"),
            completionHandler: handler
        )
        task.resume()
        await server.arrived.waitFor("a")
        for _ in 0..<2 { task.suspend() }
        try await server.answer("a")
        await waitUntilDrained(adapted.delegateQueue)
        task.resume()
        let other: URLSessionDataTask = session.dataTask(
            with: try server.url("b"),
            completionHandler: handler
        )
        other.resume()
        #expect(await answers.waitForFirst(1) == ["{}"])
        task.resume()
        #expect(await answers.waitForFirst(2) == ["{}", "ok"])
    }

    @Test func `a suspended task ends with its sent download, whose file would be removed (I1)`()
        async throws
    {
        let adapter = PipelineAdapter.atStart { request, _ in request }
        let adapted = server.session(RequestPipeline(adapters: [adapter]))
        let task: InterceptedTask<URLSessionDownloadTask> = adapted.downloadTask(
            with: try server.url("a")
        ) { [answers] _, _, error in answers.append("\(error as Any?)") }
        task.resume()
        await server.arrived.waitFor("a")
        task.suspend()
        try await server.answer("a")
        #expect(await answers.waitForFirst(1) == ["nil"])
    }

    @Test func `a task that waits for a permit is cancelled with its session (I1)`() async throws {
        let limiter = RequestLimiter(limit: 1)
        let permit = limiter.acquireIfFree()
        let session = server.session(
            delegate: nil,
            settings: InterceptionSettings { $0.limiter = limiter },
            pipeline: RequestPipeline(adapters: [.atStart { request, _ in request }])
        )
        let task: InterceptedTask<URLSessionDataTask> = session.dataTask(
            with: try server.url("a"),
            completionHandler: handler
        )
        task.resume()
        session.invalidateAndCancel()
        #expect(await answers.waitForFirst(1) == ["\(URLError.Code.cancelled.rawValue)"])
        await waitUntilDrained(session.delegateQueue)
        #expect(task.state != .suspended, "The session of a suspended task retains its handler.")
        permit?.end()
    }

    @Test func `tasks with the same identifier in two sessions do not interfere`() async throws {
        let answered: URLSessionDataTask = session.dataTask(
            with: try server.url("a"),
            completionHandler: handler
        )
        let (bare, url) = (server.session(), try server.url("b"))
        var other = bare.dataTask(with: url)
        while other.taskIdentifier < answered.taskIdentifier { other = bare.dataTask(with: url) }
        #expect(other.taskIdentifier == answered.taskIdentifier)
        LocalResponseProtocol.abandon(other)
        answered.resume()
        #expect(await answers.waitForFirst(1) == ["{}"])
    }

    private func makeTaskThatFails() throws -> URLSessionDataTask {
        // No server listens on this port.
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let pipelineRequest = PipelineRequest(URLRequest(url: url), of: session)
        let form = DataForm(source: .url(url))
        let delivery = LocalResponseDelivery(
            form,
            pipelineRequest,
            of: InterceptedCall(),
            in: InterceptingClient(server.session()),
            .data(handler)
        )
        return LocalResponseProtocol.makeTask(
            form,
            for: delivery,
            of: pipelineRequest.request,
            in: URLSession(configuration: .ephemeral),
            startsByFailure: true
        )
    }

    @Test func `a task whose loading fails gets its local response instead`() async throws {
        let task = try makeTaskThatFails()
        #expect(task.originalRequest?.cachePolicy == .returnCacheDataDontLoad)
        #expect(answers.entries.isEmpty)
        task.resume()
        #expect(await answers.waitForFirst(1) == ["{}"])
    }

    @Test func `a cancelled task whose loading fails gets no local response`() async throws {
        let task = try makeTaskThatFails()
        task.cancel()
        #expect(await answers.waitForFirst(1) == ["\(URLError.Code.cancelled.rawValue)"])
        #expect(answers.entries.count == 1)
    }
}
