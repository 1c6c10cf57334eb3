@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Stubs of a wrapped URLSession` {
    let clock = ManualClock()
    let stubs: RequestStubs
    let session: InterceptingClient<URLSession>

    init() {
        stubs = RequestStubs(clock: clock)
        session = InterceptingClient(
            URLSession(configuration: .ephemeral),
            pipeline: RequestPipeline(stubs: stubs)
        )
    }

    func request(_ path: String, _ method: String = "GET") throws -> URLRequest {
        try InterceptionTestSupport.request("https://api.test/\(path)", method: method)
    }

    func body(_ path: String) async throws -> String {
        String(decoding: try await session.data(for: request(path)).0, as: UTF8.self)
    }

    @Test(arguments: [true, false])
    func `a stub sets its answer's data, status and header fields`(isFile: Bool) async throws {
        let (body, headers) = (Data("ok".utf8), ["X-Kind": "tea"])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try body.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let answer: StubAnswer =
            isFile
            ? .file(file, status: 418, headers: headers)
            : .data(body, status: 418, headers: headers)
        stubs.answer(.url("*"), with: answer)
        let (data, response) = try await session.data(for: request("feed"))
        let http = try #require(response as? HTTPURLResponse)
        #expect(data == body)
        #expect(http.statusCode == 418)
        #expect(http.value(forHTTPHeaderField: "X-Kind") == "tea")
        #expect(http.value(forHTTPHeaderField: "Content-Length") == "2")
        #expect(http.url == URL(string: "https://api.test/feed"))
    }

    // If the default field stayed beside the stub's, a lookup would find either, so there are ten spellings.
    @Test(arguments: [
        "Content-Type", "content-type", "CONTENT-TYPE", "Content-type", "content-Type",
        "CONTENT-type", "content-TYPE", "cONTENT-tYPE", "Content-TYPE", "CONTENT-Type",
    ])
    func `a stub's header field replaces the default, ignoring case`(name: String) async throws {
        let headers = [name: "application/problem+json", name.lowercased() + "-2": "x"]
        stubs.answer(.url("*"), with: .json("{}", headers: headers))
        let (_, response) = try await session.data(for: request("feed"))
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.value(forHTTPHeaderField: "Content-Type") == "application/problem+json")
        #expect(http.allHeaderFields.count == 3)
    }

    @Test func `a JSON stub of a text or a value has the JSON content type`() async throws {
        stubs.answer(.method("GET", "/text"), with: .json(#"{"id": 7}"#))
        stubs.answer(.method("GET", "/value"), with: .json(encoding: ["id": 7]))
        #expect(try await body("text") == #"{"id": 7}"#)
        #expect(try await body("value") == #"{"id":7}"#)
        let (_, response) = try await session.data(for: request("value"))
        let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        #expect(type == "application/json")
    }

    @Test func `a stub reads its file for each request, and a missing file fails`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        stubs.answer(.url("*"), with: .file(file))
        await #expect(throws: CocoaError.self) { try await body("feed") }
        try Data("from a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await body("feed") == "from a file")
    }

    @Test func `a stub uses its answers in sequence, and repeats the last`() async throws {
        stubs.answer(.url("*"), with: .json("1"), .json("2"), .json("3"))
        var bodies: [String] = []
        for _ in 1...5 { bodies.append(try await body("feed")) }
        #expect(bodies == ["1", "2", "3", "3", "3"])
    }

    @Test func `a stubbed HEAD request gets the length of the body, but no body`() async throws {
        stubs.answer(.url("*"), with: .json("{}"))
        let (data, response) = try await session.data(for: request("feed", "HEAD"))
        let http = response as? HTTPURLResponse
        #expect(data.isEmpty)
        #expect(http?.value(forHTTPHeaderField: "Content-Length") == "2")
    }

    // A clock may end the process if it has to sleep for centuries.
    @Test(arguments: [3, 4_000_000_000])
    func `an answer is delayed by at most 95 years`(seconds: Int) async throws {
        let answers = Journal<String>()
        stubs.answer(.url("*"), with: .json("late").delayed(by: .seconds(seconds)))
        let request = try request("feed")
        session.dataTask(with: request, completionHandler: answers.appendBody).resume()
        await clock.waitUntilAsleep()
        #expect(answers.entries.isEmpty)
        clock.advance(by: .seconds(min(seconds, 3_000_000_000)))
        #expect(await answers.waitForFirst(1) == ["late"])
    }

    @Test func `a request in any form can be cancelled before a delayed answer`() async throws {
        let errors = Journal<(any Error)?>()
        stubs.answer(.url("*"), with: .json("late").delayed(by: .seconds(3)))
        let task = session.dataTask(with: try request("feed")) { errors.append($2) }
        task.resume()
        await clock.waitUntilAsleep()
        task.cancel()
        #expect(await errors.waitForFirst(1).map(\.urlCode) == [.cancelled])
        let sent = session.send(try request("feed")) { errors.append($0.reportedFailure) }
        await clock.waitUntilAsleep()
        sent.cancel()
        #expect(await errors.waitForFirst(2).map(\.urlCode) == [.cancelled, .cancelled])

        let awaiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await body("feed")
        }
        let error = await #expect(throws: URLError.self) { try await awaiting.value }
        #expect(error?.code == .cancelled)
        #expect(stubs.requests.count == 2, "A request that never starts uses no stub.")
    }

    @Test func `of several matching stubs, the stub that was added last answers`() async throws {
        stubs.answer(.url("*"), with: .json("any"))
        stubs.answer(.method("GET", "/feed"), with: .json("feed"))
        #expect(try await body("feed") == "feed")
        #expect(try await body("other") == "any")
    }

    @Test func `the error of an unstubbed request shows no query`() async throws {
        stubs.answer(.url("api.test/feed"), with: .json("feed"))
        let failure = UnstubbedRequestError(label: "GET api.test:81/feed?…")
        let url = try #require(URL(string: "https://api.test:81/feed?token=secret"))
        await #expect(throws: failure) { try await session.data(from: url) }
        #expect("\(failure)".hasPrefix("GET api.test:81/feed?…: no stub matches"))
    }

    @Test func `the stubs record every request, with the body of an upload`() async throws {
        stubs.answer(.method("GET"), with: .json("{}"))
        _ = try await session.data(for: request("a?page=2"))
        _ = try? await session.upload(for: request("b", "PUT"), from: Data("body".utf8))
        let urls = stubs.requests.map(\.url?.absoluteString)
        #expect(urls == ["https://api.test/a?page=2", "https://api.test/b"])
        #expect(stubs.requests.map(\.httpMethod) == ["GET", "PUT"])
        #expect(stubs.requests[1].httpBody == Data("body".utf8))
    }

    @Test func `a request without a stub is sent if stubs pass requests through`() async throws {
        let server = StubServer()
        let session = server.session(
            delegate: nil,
            pipeline: RequestPipeline(stubs: RequestStubs(passesThrough: true))
        )
        async let answer = session.data(from: server.url("feed"))
        try await server.answer("feed", with: "from the server")
        #expect(try await answer.0 == Data("from the server".utf8))
    }

    @Test func `a request that leaves the record is released outside any lock`() throws {
        let (stubs, session) = (RequestStubs(passesThrough: true, recordLimit: 0), session)
        let wrapper = InterceptingClient(session.base, pipeline: RequestPipeline(stubs: stubs))
        let (second, isUnlocked) = (PipelineRequest(try request("b"), of: wrapper), Journal<Bool>())
        do {
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 1)
            var first = try request("a", "POST")
            first.httpBody = Data(
                bytesNoCopy: bytes,
                count: 100,
                deallocator: .custom { bytes, _ in
                    bytes.deallocate()
                    let isRead = DispatchSemaphore(value: 0)
                    Thread.detachNewThread {
                        _ = second.request
                        isRead.signal()
                    }
                    isUnlocked.append(isRead.wait(timeout: .now() + Gate.limit / 2) == .success)
                }
            )
            PipelineRequest(first, of: wrapper).start()
        }
        second.start()
        #expect(isUnlocked.entries == [true])
    }

    @Test func `the closure of a RequestMatch is called once`() async throws {
        let asked = Journal<Void>()
        let match = RequestMatch { [weak stubs] _ in
            asked.append(())
            return stubs?.requests.isEmpty == true
        }
        stubs.answer(match, with: .json("first"))
        #expect(try await body("feed") == "first")
        #expect(asked.entries.count == 1)
    }

    @Test func `stubs match and record the header fields of the session`() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-App": "feed"]
        let stubs = RequestStubs()
        let match = RequestMatch { $0.value(forHTTPHeaderField: "X-App") == "feed" }
        stubs.answer(match, with: .json("feed"))
        let bare = URLSession(configuration: configuration)
        let session = InterceptingClient(bare, pipeline: RequestPipeline(stubs: stubs))
        let data = try? await session.data(for: request("feed")).0
        #expect(data.map { String(decoding: $0, as: UTF8.self) } == "feed")
        #expect(stubs.requests.map { $0.value(forHTTPHeaderField: "X-App") } == ["feed"])
    }
}
