@testable import Interception
@testable import InterceptionTestSupport

/// An issued request may never start: only a request that starts uses up a stub, and reads the cache.
@Suite(.timeLimit(.ordinary)) struct `Decisions of a pipeline at the start of a request` {
    let server = StubServer()
    let fixture = CacheFixture()
    let answers = Journal<String>()

    private func session(_ stubs: RequestStubs) -> InterceptingClient<URLSession> {
        server.session(RequestPipeline(stubs: stubs))
    }

    /// Returns a cache with an old response from the path “feed”, and a session with the cache.
    private func filled() throws -> (cache: ResponseCache, session: InterceptingClient<URLSession>)
    {
        let cache = fixture.cache()
        try cache.fill(server.url("feed"), with: "old")
        return (cache, server.session(RequestPipeline(cache: cache)))
    }

    @Test(arguments: TaskMethod.sent, [true, false])
    func `a cancelled group's request uses no stub`(form: TaskMethod, isBare: Bool) async throws {
        let stubs = RequestStubs(answering: .json("first"), .json("second"))
        let session = session(stubs)
        let url = try server.url(form.path)
        try? await withRequestGroup { group in
            group.cancel()
            form.make(session, url, answers, isBare: isBare).resume()
            let entered = session.dataTask(with: url) { _, _, _ in }
            _ = entered.enter()
            entered.resume()
        }
        #expect(stubs.requests.isEmpty)
        #expect(answers.entries.map { $0.prefix(7) } == ["nothing"])
        #expect(try await session.data(from: url).0 == Data("first".utf8))
    }

    @Test func `only requests that start reach stubs, in the order of their starts`() async throws {
        let stubs = RequestStubs(answering: .json("first"), .json("second"))
        let session = session(stubs)
        try await withRequestGroup("page") {
            let tasks = try ["a", "b", "idle"].map { path in
                session.dataTask(with: try server.url(path)) { [answers] data, _, _ in
                    answers.append(path + " " + String(decoding: data ?? Data(), as: UTF8.self))
                }
            }
            for task in tasks.prefix(2).reversed() { task.resume() }
        }
        #expect(answers.entries.sorted() == ["a second", "b first"])
        #expect(stubs.requests.map { $0.url?.lastPathComponent } == ["b", "a"])
    }

    /// The change of a cache entry between the creation of its request and the start.
    enum Change: CaseIterable, Sendable { case removedAll, removedOne, otherVersion, expired }

    private func perform(_ change: Change, _ cache: ResponseCache) throws {
        switch change {
        case .removedAll: cache.removeAll()
        case .removedOne: cache.remove(for: URLRequest(url: try server.url("feed")))
        case .otherVersion: cache.version += 1
        case .expired: fixture.now += 3_600
        }
    }

    @Test(arguments: Change.allCases, [true, false])
    func `a request whose answer was removed is sent`(change: Change, isBare: Bool) async throws {
        let (cache, session) = try filled()
        let (form, url) = (TaskMethod.dataForURL, try server.url("feed"))
        let recorder = EventRecorder()
        try await withRequestGroup("page", options: .observer(recorder)) {
            let task = form.make(session, url, answers, isBare: isBare)
            try perform(change, cache)
            task.resume()
            try await server.answer("feed", with: "new")
        }
        #expect(answers.entries == ["new 200 in page"])
        #expect(server.arrived.entries == ["feed"])
        let label = "GET \(server.host)/feed"
        #expect(recorder.lines == ["opened", "entered \(label)", "left \(label)", "completed"])
    }

    @Test(arguments: Change.allCases)
    func `a waiting request whose cached response is removed is sent`(change: Change) async throws {
        let (cache, session) = try filled()
        try await withRequestGroup("page", options: .limit(1)) {
            session.dataTask(with: try server.url("first")) { _, _, _ in }.resume()
            async let feed = session.data(from: server.url("feed"))
            await server.arrived.waitFor("first")
            try perform(change, cache)
            try await server.answer("first")
            try await server.answer("feed", with: "new")
            #expect(try await feed.0 == Data("new".utf8))
        }
    }

    @Test func `a cache-only request fails if its cached response was removed`() async throws {
        let (cache, session) = try filled()
        let request = URLRequest(url: try server.url("feed"), cachePolicy: .returnCacheDataDontLoad)
        let misses = Journal<CacheMiss.Reason?>()
        let task = session.dataTask(with: request) { misses.append(($2 as? CacheMiss)?.reason) }
        cache.removeAll()
        task.resume()
        #expect(await misses.waitForFirst(1) == [.absent])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a request sent for lack of a cached response can be cancelled (P2)`() async throws {
        let (cache, session) = try filled()
        let failures = try await failuresOfGroup("page") { group in
            let task = session.dataTask(with: try server.url("feed")) { [answers] _, _, error in
                answers.append("\((error as? URLError)?.code == .cancelled)")
            }
            cache.removeAll()
            task.resume()
            await server.arrived.waitFor("feed")
            group.cancel()
        }
        #expect(answers.entries == ["true"])
        #expect(failures.map(\.reason) == [.cancelled])
        await server.stopped.waitFor("feed")
    }

    @Test(arguments: [true, false], [true, false])
    func `invalidating a session ends its requests (I3)`(cancels: Bool, isBare: Bool) async throws {
        let (cache, session) = try filled()
        let (form, url) = (TaskMethod.dataForURL, try server.url("feed"))
        try await withRequestGroup("page", options: .tolerant) {
            let task = form.make(session, url, answers, isBare: isBare)
            cache.removeAll()
            if cancels {
                session.base.invalidateAndCancel()
                _ = await answers.waitForFirst(1)
            } else {
                session.base.finishTasksAndInvalidate()
            }
            task.resume()
            if !cancels { try await server.answer("feed", with: "new") }
        }
        let found = answers.entries.map { cancels ? $0.prefix(7) : $0[...] }
        #expect(found == [cancels ? "nothing" : "new 200 in page"])
        #expect(server.arrived.entries == (cancels ? [] : ["feed"]))
    }

    @Test func `a task after a cache miss keeps description, priority and delegate`() async throws {
        let (cache, session) = try filled()
        let task = session.dataTask(with: try server.url("feed")) { [answers] _, _, _ in
            answers.append("ended")
        }
        task.taskDescription = "the feed"
        task.priority = URLSessionTask.highPriority
        task.delegate = DelegateRecorder()
        cache.removeAll()
        task.resume()
        await server.arrived.waitFor("feed")
        let sent = await session.allTasks
        #expect(sent.map(\.taskDescription) == ["the feed"])
        #expect(sent.map(\.priority) == [URLSessionTask.highPriority])
        #expect(sent.map { $0.delegate is DelegateProxy } == [true])
        try await server.answer("feed")
        await answers.waitFor("ended")
        #expect(await session.allTasks.isEmpty)
    }

    @Test func `a local response leaves no unused task in the session`() async throws {
        let (_, session) = try filled()
        let (form, url) = (TaskMethod.dataForURL, try server.url("feed"))
        form.make(session, url, answers).resume()
        _ = form.make(session, url, answers)
        #expect(await answers.waitForFirst(1).map { $0.prefix(7) } == ["old 200"])
        #expect(answers.entries.count == 1)
        #expect(await session.allTasks.isEmpty)
    }

    @Test func `a cached response is not read on the thread that resumes the task`() async throws {
        let (isResumed, isArmed) = (DispatchSemaphore(value: 0), Locked(false))
        let cache = fixture.cache { configuration in
            configuration.now = { [now = configuration.now] in
                // On the thread that resumes the task, this call would wait for ever.
                if isArmed.withLock({ $0 }) { isResumed.wait() }
                return now()
            }
        }
        try cache.fill(server.url("feed"), with: "old")
        let session = server.session(RequestPipeline(cache: cache))
        let task = TaskMethod.dataForURL.make(session, try server.url("feed"), answers)
        try cache.fill(server.url("feed"), with: "newer")
        isArmed.withLock { $0 = true }
        task.resume()
        isArmed.withLock { $0 = false }
        for _ in 0..<8 { isResumed.signal() }
        #expect(await answers.waitForFirst(1) == ["newer 200 in none"])
    }
}
