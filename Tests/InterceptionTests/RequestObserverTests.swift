@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Observers of a wrapped URLSession` {
    let server = StubServer()
    let steps = Journal<String>()

    @Test func `observers see start and end of each request (O2)`() async throws {
        let observer = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [observer, observer]), .successful)
        let task = session.dataTask(with: try server.url("a")) { [steps] _, _, _ in
            steps.append("handler")
        }
        #expect(steps.entries.isEmpty)
        task.resume()
        task.resume()
        try await server.answer("a", status: 404)
        _ = await steps.waitForFirst(3)
        async let answer = session.data(from: server.url("b"))
        try await server.fail("b", with: URLError(.timedOut))
        _ = try? await answer
        let label = "GET \(server.host)"
        let expected = [
            "started \(label)/a", "handler",
            "finished \(label)/a: HTTPStatusError(statusCode: 404), network",
            "started \(label)/b", "finished \(label)/b: URLError, network",
        ]
        #expect(steps.entries == expected)
    }

    @Test func `observers see that the file of a download cannot be moved (O2)`() async throws {
        let observer = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [observer]))
        let request = URLRequest(url: try server.url("a"))
        let answer = Task {
            try await session.reply(to: UnkeptForm(form: DataForm(source: .request(request))), nil)
        }
        try await server.answer("a")
        await #expect(throws: ClientError("no room")) { _ = try await answer.value }
        #expect(steps.entries.last == "finished GET \(server.host)/a: ClientError, network")
        withExtendedLifetime(observer) {}
    }

    @Test func `observers are notified before a bare session task leaves its group`() async throws {
        let places = Journal<[String]?>()
        let observer = EndObserver { _ in places.append(RequestGroup.current?.outstanding) }
        let session = server.session(RequestPipeline(observers: [observer]))
        let url = try server.url("a")
        try await withRequestGroup {
            let own: URLSessionDataTask = session.dataTask(with: url) { _, _, _ in }
            own.resume()
            try await server.answer("a")
            _ = await places.waitForFirst(1)
        }
        #expect(places.entries == [["GET \(server.host)/a"]])
        withExtendedLifetime(observer) {}
    }

    @Test func `a pipeline does not retain observers, and can add and remove them`() async throws {
        var observer: RequestLog? = RequestLog(steps)
        weak var released: RequestLog?
        released = observer
        let pipeline = RequestPipeline(observers: [try #require(observer)])
        let session = server.session(pipeline)
        let other = RequestLog(steps)
        pipeline.addObserver(other)
        pipeline.addObserver(other)
        observer = nil
        #expect(released == nil)
        let answer = { (path: String) in
            async let answer = session.data(from: server.url(path))
            try await server.answer(path)
            _ = try await answer
        }
        try await answer("a")
        #expect(steps.entries.count == 2)
        pipeline.removeObserver(other)
        try await answer("b")
        #expect(steps.entries.count == 2)
    }

    @Test func `descriptions of observed requests and outcomes show no query (O3)`() async throws {
        let url = try #require(URL(string: "https://a.test/feed?token=secret"))
        let observer = RequestLog(steps)
        let stubs = RequestStubs(answering: .json("secret"))
        let session = server.session(RequestPipeline(stubs: stubs, observers: [observer]))
        _ = try await session.data(from: url)
        let finished = "finished GET a.test/feed: HTTP status 200, 6 bytes, stub"
        #expect(steps.entries == ["started GET a.test/feed", finished])
        let success = RequestOutcome(
            result: .success(LoadedResponse(text: "secret")),
            origin: .stub
        )
        #expect("\(success)" == "no HTTP status, 6 bytes, from the stub")
        let failure = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        let outcome = RequestOutcome(result: .failure(failure), origin: .network)
        #expect("\(outcome)" == "failed: NSURLErrorDomain -1001")
        let answer = StubAnswer.json("secret", headers: ["Authorization": "secret"])
        #expect("\(answer)" == "HTTP status 200")
    }

    @Test func `observers see the end of a cancelled request only if it started`() async throws {
        let observer = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [observer]))
        let handled = Journal<Void>()
        let idle = session.dataTask(with: try server.url("idle")) { _, _, _ in handled.append(()) }
        idle.cancel()
        _ = await handled.waitForFirst(1)
        // The task counts as ended once its handler has returned.
        await waitUntilDrained(session.base.delegateQueue)
        idle.resume()
        #expect(steps.entries.isEmpty)
        let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
        task.resume()
        await server.arrived.waitFor("a")
        task.cancel()
        let label = "GET \(server.host)/a"
        let observed = await steps.waitForFirst(2)
        #expect(observed == ["started \(label)", "finished \(label): URLError, network"])
        withExtendedLifetime(observer) {}
    }

    @Test func `observers see the start of a request before its end (O2)`() throws {
        let ended = Locked<PipelineRequest?>(nil)
        let ending = StartObserver {
            ended.withLock { $0 }?.finish(TaskAnswer(error: URLError(.cancelled)))
        }
        let log = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [ending, log]))
        let request = PipelineRequest(try server.request("a"), of: session)
        ended.withLock { $0 = request }
        request.start()
        let label = "GET \(server.host)/a"
        #expect(steps.entries == ["started \(label)", "finished \(label): URLError, network"])
        ended.withLock { $0 = nil }
        withExtendedLifetime((ending, log)) {}
    }

    @Test func `a request that ends while it is adapted never starts (O2)`() async throws {
        let ended = Locked<PipelineRequest?>(nil)
        let adapter = PipelineAdapter.atStart { request, _ in
            ended.withLock { $0 }?.finish(TaskAnswer(error: URLError(.cancelled)))
            return request
        }
        let (stubs, log) = (RequestStubs(answering: .json("{}")), RequestLog(steps))
        let session = server.session(
            RequestPipeline(adapters: [adapter], stubs: stubs, observers: [log])
        )
        let request = PipelineRequest(try server.request("a"), of: session)
        ended.withLock { $0 = request }
        let answer = await request.localAnswer(in: InterceptedCall())
        #expect(answer?.error?.urlCode == .cancelled)
        #expect(steps.entries.isEmpty && stubs.requests.isEmpty)
        ended.withLock { $0 = nil }
        withExtendedLifetime(log) {}
    }

    @Test func `a request whose handler is lost notifies observers of its end`() async throws {
        let outcomes = Journal<String>()
        let log = EndObserver { outcomes.append("\($0)") }
        let observers: [any RequestObserver] = [RequestLog(steps), log]
        let request = URLRequest(url: try server.url("a"))
        let session = server.session(RequestPipeline(observers: observers))
        var lost: PipelineRequest? = PipelineRequest(request, of: session)
        lost?.start()
        // A request has only weak references to its observers.
        withExtendedLifetime(observers) { lost = nil }
        let label = "GET \(server.host)/a"
        #expect(
            steps.entries == ["started \(label)", "finished \(label): LostCallbackError, network"]
        )
        let lostCallback = "failed: \(label): no callback with an answer"
        #expect(outcomes.entries.last?.hasPrefix(lostCallback) == true)
    }
}

/// An observer that runs a closure at the start of each request.
private final class StartObserver: RequestObserver {
    private let start: @Sendable () -> Void

    init(_ start: @escaping @Sendable () -> Void) { self.start = start }
    func requestWillStart(_: RequestSnapshot) { start() }
    func request(_: RequestSnapshot, didFinishWith _: RequestOutcome) {}
}

/// An observer that passes each outcome to a closure.
private final class EndObserver: RequestObserver {
    private let finish: @Sendable (RequestOutcome) -> Void

    init(_ finish: @escaping @Sendable (RequestOutcome) -> Void) { self.finish = finish }
    func request(_: RequestSnapshot, didFinishWith outcome: RequestOutcome) { finish(outcome) }
}

/// A form whose value cannot be kept.
private struct UnkeptForm: LoadableForm {
    let form: DataForm

    var issued: TaskSource? { form.issued }
    var handler: TaskHandler? { nil }

    func make(_ session: URLSession, _ adapted: URLRequest?, _ end: TaskEnd?) -> URLSessionDataTask
    {
        form.make(session, adapted, end)
    }

    func keep(_ answer: TaskAnswer) throws -> Data? { throw ClientError("no room") }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> TaskAnswer { try await form.load(loading) }
    #endif
}
