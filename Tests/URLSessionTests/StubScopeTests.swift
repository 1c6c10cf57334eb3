@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A scope of stubs` {
    let session = InterceptingClient(URLSession.shared)

    private func stubs(_ body: String, passesThrough: Bool = false) -> RequestStubs {
        let stubs = RequestStubs(passesThrough: passesThrough)
        stubs.answer(.method("GET", "/\(body)"), with: .json(body))
        return stubs
    }

    private func body(_ path: String) async throws -> String {
        let url = try #require(URL(string: "https://api.test/\(path)"))
        return String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }

    @Test(arguments: [true, false])
    func `inner stubs precede outer stubs and the session's stubs`(isAsync: Bool) async throws {
        let pipeline = RequestPipeline(stubs: RequestStubs(answering: .json("session")))
        let session = InterceptingClient(URLSession.shared, pipeline: pipeline)
        let urls = try ["inner", "outer", "feed"].map { path in
            try #require(URL(string: "https://api.test/\(path)"))
        }
        let answers = Journal<String>()
        let (outer, inner) = (stubs("outer"), stubs("inner"))
        outer.answer(.method("GET", "/inner"), with: .json("outer"))
        let issue = {
            for url in urls {
                session.dataTask(with: url, completionHandler: answers.appendBody).resume()
            }
        }
        if isAsync {
            await withRequestStubs(outer) {
                await withRequestStubs(inner) {
                    await Task.yield()
                    issue()
                }
            }
        } else {
            withRequestStubs(outer) { withRequestStubs(inner, body: issue) }
        }
        #expect(await Set(answers.waitForFirst(3)) == ["inner", "outer", "session"])
    }

    @Test func `stubs that are in scope twice record a request once`() async {
        let stubs = stubs("other")
        await withRequestStubs(stubs) {
            await withRequestStubs(stubs) {
                _ = await #expect(throws: UnstubbedRequestError.self) { try await body("feed") }
            }
        }
        #expect(stubs.requests.count == 1)
    }

    @Test(arguments: [true, false])
    func `a request is sent only if all stubs in scope pass it through`(isInner: Bool) async {
        await withRequestStubs(stubs("outer", passesThrough: !isInner)) {
            await withRequestStubs(stubs("inner", passesThrough: isInner)) {
                _ = await #expect(throws: UnstubbedRequestError.self) { try await body("feed") }
            }
        }
    }

    @Test(arguments: [true, false])
    func `a request in a handler uses the stubs of its task`(isResumed: Bool) async throws {
        let answers = Journal<String>()
        let url = try #require(URL(string: "https://api.test/feed"))
        let stubs = stubs("feed")
        try await withRequestStubs(stubs) {
            try await withRequestGroup(options: .tolerant) {
                let next = { @Sendable [session] in
                    session.dataTask(with: url, completionHandler: answers.appendBody).resume()
                }
                // Invalid resume data fails the download, and its handler is called.
                let task: AnyInterceptedTask =
                    isResumed
                    ? session.downloadTask(withResumeData: Data()) { _, _, _ in next() }
                    : session.dataTask(with: url) { _, _, _ in next() }
                await session.waitUntilTasksAreRegistered()
                task.resume()
            }
        }
        #expect(answers.entries == ["feed"])
        #expect(stubs.requests.count == (isResumed ? 1 : 2))
    }

    @Test func `a waiting request uses the stubs of its call site`() async throws {
        let stubs = stubs("feed")
        let url = try #require(URL(string: "https://api.test/feed"))
        let bodies = Journal<String>()
        let plans = (0..<3).map { _ in
            URLRequest(url: url).plan.then { _ in URLRequest(url: url) }
        }
        let held = try await withRequestGroup(options: .limit(1)) { group in
            let slot = group.enter("held by hand")
            withRequestStubs(stubs) {
                session.batch(plans, queue: .global()) { results in
                    for text in results.texts { bodies.append(text) }
                }
                session.dataTask(with: url, completionHandler: bodies.appendBody).resume()
            }
            // The waiting requests start on a thread outside the scope.
            DispatchQueue.global().async { slot?.leave() }
            return bodies
        }
        #expect(held.entries == Array(repeating: "feed", count: 4))
        #expect(stubs.requests.count == 7)
    }

    @Test(arguments: [true, false])
    func `the completion of a cancelled plan uses the stubs of its call site`(
        isBatch: Bool
    )
        async throws
    {
        let (stubs, answers) = (stubs("feed"), Journal<String>())
        let request = URLRequest(url: try #require(URL(string: "https://api.test/feed")))
        let complete = { @Sendable [session] in
            withoutRequestGroup {
                session.dataTask(with: request, completionHandler: answers.appendBody).resume()
            }
        }
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            withRequestStubs(stubs) {
                if isBatch {
                    session.batch([request], queue: .global()) { _ in complete() }
                } else {
                    session.perform(request) { _ in complete() }
                }
            }
        }
        #expect(await answers.waitForFirst(1) == ["feed"])
    }

    @Test func `withRequestStubs returns the value or throws the error of its body`() async throws {
        #expect(withRequestStubs(stubs("feed")) { 7 } == 7)
        #expect(throws: ClientError("offline")) {
            try withRequestStubs(stubs("feed")) { throw ClientError("offline") }
        }
        let server = StubServer()
        let session = InterceptingClient(server.session())
        withRequestStubs(stubs("feed")) {}
        async let answer = session.data(from: server.url("feed"))
        try await server.answer("feed", with: "from the server")
        #expect(try await answer.0 == Data("from the server".utf8))
    }

    @MainActor @Test func `the async withRequestStubs stays on the caller's actor`() async throws {
        await withRequestStubs(stubs("feed")) {
            await Task.yield()
            MainActor.assertIsolated()
        }
    }
}
