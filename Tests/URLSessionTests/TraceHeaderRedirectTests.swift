@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.minutes(10))) struct `Trace headers of redirected requests` {
    enum Asked: CaseIterable {
        case noDelegate, session, sessionOfSettings, sessionOfOther, bareSession, task, removed
        case removedInSession, removedInBareSession
    }

    private let server = StubServer()
    private let delegate = FollowingDelegate()

    @Test(arguments: Asked.allCases, [true, false])
    func `a redirect to an unlisted host is untraced (O4)`(asked: Asked, isInGroup: Bool) throws {
        let group = isInGroup ? RequestGroup(opening: "page", options: []) : nil
        defer { group?.close(bodyThrew: false) }
        let session = session(asked)
        let url = try server.url("a")
        // A task without a handler has no proxy of its own.
        let hasHandler = asked != .sessionOfSettings
        let issue = {
            hasHandler ? session.dataTask(with: url) { _, _, _ in } : session.dataTask(with: url)
        }
        let task = group?.returning(issue) ?? issue()
        if asked == .task || asked == .removed { task.delegate = delegate }
        if "\(asked)".hasPrefix("removed") { task.delegate = nil }
        let receiver = task.task.delegate ?? session.base.delegate
        #expect((task.delegate != nil) == (asked == .task))

        let listed = try answer(of: receiver, about: task.task, to: "https://\(server.host)/b")
        #expect(names(listed) == Self.names)
        let foreign = try answer(of: receiver, about: task.task, to: "https://evil.test/b")
        #expect(names(foreign) == ["x-other"])
        // The delegate receives the same request.
        let seen = delegate.seen.entries.map(names)
        let isSeen = asked != .noDelegate && asked != .removed
        #expect(seen == (isSeen ? [Self.names, ["x-other"]] : []))
        task.cancel()
    }

    @Test func `a delegate's redirect to an unlisted host loses trace fields (O4)`() throws {
        let session = session(.session)
        let task = session.dataTask(with: URLRequest(url: try server.url("a"))) { _, _, _ in }
        delegate.answer.withLock { $0 = request(to: "https://evil.test/b") }
        let foreign = try answer(
            of: session.base.delegate,
            about: task.task,
            to: "https://\(server.host)/b"
        )
        #expect(names(foreign) == ["x-other"])
        task.cancel()
    }

    @Test func `each adapter of a pipeline adapts a redirect (O4)`() throws {
        let adapters = [server.host, "other.test"].map { TraceHeaders(hosts: [$0]).adapter }
        let session = server.session(RequestPipeline(adapters: adapters))
        let task = session.dataTask(with: URLRequest(url: try server.url("a"))) { _, _, _ in }
        for host in [server.host, "other.test"] {
            let url = "https://\(host)/b"
            #expect(
                try names(answer(of: task.task.delegate, about: task.task, to: url)) == ["x-other"]
            )
        }
        task.cancel()
    }

    @Test func `a task has a hidden delegate only for adapters that adapt redirects (I1)`() throws {
        let session = server.session(RequestPipeline(adapters: [.headers(["X-App": "1"])]))
        let task = session.dataTask(with: URLRequest(url: try server.url("a"))) { _, _, _ in }
        #expect(task.task.delegate == nil)
        let adapting = self.session(.noDelegate)
        let adapted = adapting.dataTask(with: URLRequest(url: try server.url("a"))) { _, _, _ in }
        #expect(adapted.task.delegate != nil)
        #expect(adapted.delegate == nil)
        for task in [task, adapted] { task.cancel() }
    }

    /// The task whose delegate is asked: with its own delegate, or with the delegate of another wrapper's session.
    enum Sent: CaseIterable { case atOnce, afterCacheMiss, withDelegateOfSession }

    @Test(arguments: Sent.allCases)
    func `a delegate is asked about a redirect in the group and stubs of its task (S2)`(
        sent: Sent
    ) async throws {
        let (fixture, url) = (CacheFixture(), try server.url("a"))
        let cache = fixture.cache()
        if sent == .afterCacheMiss { try cache.fill(url, with: "old") }
        let ofSession = sent == .withDelegateOfSession
        let session =
            ofSession ? session(.sessionOfOther) : server.session(RequestPipeline(cache: cache))
        try await withRequestStubs(RequestStubs(passesThrough: true)) {
            try await withRequestGroup("page", options: .tolerant) {
                let task = session.dataTask(with: url) { _, _, _ in }
                if !ofSession { task.delegate = delegate }
                cache.removeAll()
                task.resume()
                await server.arrived.waitFor("a")
                let sent = try #require(await session.allTasks.first)
                try await OwnThread {
                    _ = try answer(of: sent.delegate, about: sent, to: "https://evil.test/b")
                }.waitUntilEnded()
                task.cancel()
            }
        }
        #expect(delegate.places.entries == ["page, 1"])
    }

    private static let names: Set = ["traceparent", "tracestate", "baggage", "x-other"]

    private func names(_ request: URLRequest?) -> Set<String> {
        Set((request?.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() })
    }

    private func session(_ asked: Asked) -> InterceptingClient<URLSession> {
        let headers = TraceHeaders(hosts: [server.host])
        let pipeline = RequestPipeline(adapters: [headers.adapter])
        switch asked {
        case .noDelegate, .task, .removed: return server.session(delegate: nil, pipeline: pipeline)
        case .session, .removedInSession:
            return server.session(delegate: delegate, pipeline: pipeline)
        case .sessionOfSettings:
            let settings = server.session(pipeline).interceptionSettings
            return server.session(delegate: delegate, settings: settings)
        case .sessionOfOther:
            return InterceptingClient(server.session(delegate: delegate).base, pipeline: pipeline)
        case .bareSession, .removedInBareSession:
            return server.foreignSession(delegate: delegate, pipeline: pipeline)
        }
    }

    private func request(to url: String) -> URLRequest {
        var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/"))
        for name in Self.names { request.setValue("a=1", forHTTPHeaderField: name) }
        return request
    }

    /// Asks the delegate about a redirect, as a session does, and returns its answer.
    private func answer(
        of delegate: (any URLSessionDelegate)?,
        about task: URLSessionTask,
        to url: String
    ) throws -> URLRequest? {
        let delegate = try #require(delegate as? any URLSessionTaskDelegate)
        let response = try httpResponse(from: server.url("a"), status: 302)
        let answered = Locked<URLRequest?>(nil)
        let redirect = delegate.urlSession(
            _:
            task:
            willPerformHTTPRedirection:
            newRequest:
            completionHandler:
        )
        #if canImport(FoundationNetworking)
        let ask = redirect
        #else
        let ask = try #require(redirect)
        #endif
        ask(.shared, task, response, request(to: url)) { request in
            answered.withLock { $0 = request }
        }
        return answered.withLock { $0 }
    }
}

/// A delegate that follows redirects, or answers with a request of its own.
private final class FollowingDelegate: NSObject, URLSessionTaskDelegate {
    let seen = Journal<URLRequest>()
    /// The group and the number of stubs in scope of each call.
    let places = Journal<String>()
    let answer = Locked<URLRequest?>(nil)

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        seen.append(request)
        places.append("\(RequestGroup.current?.name ?? "none"), \(RequestStubs.scope.count)")
        completionHandler(answer.withLock { $0 } ?? request)
    }
}
