@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Adapters of a wrapped URLSession` {
    let stubs = RequestStubs(answering: .json("{}"))

    private func session(_ adapters: PipelineAdapter...) -> InterceptingClient<URLSession> {
        InterceptingClient(.shared, pipeline: RequestPipeline(adapters: adapters, stubs: stubs))
    }

    /// Returns the URL that is sent for a URL.
    private func sent(
        _ url: String,
        by session: InterceptingClient<URLSession>
    ) async throws -> String? {
        _ = try await session.data(from: try #require(URL(string: url)))
        return stubs.requests.last?.url?.absoluteString
    }

    @Test(arguments: [
        ("https://a.test", "https://a.test?k=v"), ("https://a.test/x", "https://a.test/x?k=v"),
        ("https://a.test/x?", "https://a.test/x?k=v"),
        ("https://a.test/x?a=1", "https://a.test/x?a=1&k=v"),
        ("https://a.test/x?a=%2b+%26%20%C3", "https://a.test/x?a=%2b+%26%20%C3&k=v"),
        ("https://a.test/x?flag&a", "https://a.test/x?flag&a&k=v"),
        ("https://a.test/x?k=own", "https://a.test/x?k=own"),
        ("data:text/plain,hello", "data:text/plain,hello"),
        ("https://a.test/a%2Fb?x#top", "https://a.test/a%2Fb?x&k=v#top"),
    ])
    func `an adapter adds only missing query items`(url: String, adapted: String) async throws {
        #expect(try await sent(url, by: session(.queryItems { _ in ["k": "v"] })) == adapted)
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("50%", "50%25"), ("", ""),
        ("ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("-._~", "-._~"),
        ("a\r\nb\0", "a%0D%0Ab%00"),
    ])
    func `an adapter percent-encodes query items`(text: String, encoded: String) async throws {
        let url = try await sent("https://a.test/x", by: session(.queryItems { _ in [text: text] }))
        #expect(url == "https://a.test/x?\(encoded)=\(encoded)")
    }

    @Test func `an adapter sorts its query items by name`() async throws {
        let items = Dictionary(uniqueKeysWithValues: "cabd".map { (String($0), "1") })
        let url = try await sent("https://a.test", by: session(.queryItems { _ in items }))
        #expect(url == "https://a.test?a=1&b=1&c=1&d=1")
    }

    @Test(arguments: [true, false])
    func `an upload fails if an adapter sets a body stream (I3)`(isAtStart: Bool) async throws {
        let adapt = { @Sendable (request: URLRequest, _: RequestIdentity) in
            var request = request
            request.httpBodyStream = InputStream(data: Data("stream".utf8))
            return request
        }
        let server = StubServer(isAnswering: true)
        let adapter: PipelineAdapter = isAtStart ? .atStart(adapt) : PipelineAdapter(adapt)
        let session = server.session(RequestPipeline(adapters: [adapter]))
        let error = await #expect(throws: DelegateTaskError.self) {
            try await session.upload(for: server.request("a"), from: Data("body".utf8))
        }
        #expect(error?.description.contains("set httpBody instead of httpBodyStream") == true)
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `an adapter sets a header field only if the request lacks it`() async throws {
        var request = URLRequest(url: try #require(URL(string: "https://a.test")))
        request.setValue("own", forHTTPHeaderField: "accept")
        let session = session(.headers(["Accept": "common", "X-App": "3"]))
        _ = try await session.data(for: request)
        #expect(stubs.requests.last?.value(forHTTPHeaderField: "Accept") == "own")
        #expect(stubs.requests.last?.value(forHTTPHeaderField: "X-App") == "3")
    }

    @Test(arguments: TaskMethod.sent)
    func `an adapter can replace the request of every kind of task`(form: TaskMethod) async throws {
        let zipped = PipelineAdapter { request, _ in
            var other = URLRequest(url: try #require(URL(string: "https://b.test/zipped")))
            other.httpMethod = "PUT"
            other.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
            other.httpBody = Data((request.httpBody ?? Data()).reversed())
            return other
        }
        let (session, answers) = (session(zipped), Journal<String>())
        try await withRequestGroup {
            let url = try #require(URL(string: "https://a.test/\(form.path)"))
            form.make(session, url, answers).resume()
            IdleTaskForm(rawValue: form.rawValue)?.make(session, url).resume()
        }
        #expect(answers.entries.count == 1)
        #expect(stubs.requests.count == 2)
        for sent in stubs.requests {
            #expect(sent.url?.absoluteString == "https://b.test/zipped")
            #expect(sent.httpMethod == "PUT")
            #expect(sent.value(forHTTPHeaderField: "Content-Encoding") == "gzip")
            if form == .uploadData { #expect(sent.httpBody == Data("ydob".utf8)) }
        }
    }

    @Test func `an adapter does not change the original request of an upload (I1)`() async throws {
        let server = StubServer()
        let exclaiming = PipelineAdapter { request, _ in
            var request = request
            request.httpBody?.append(Data("!".utf8))
            return request
        }
        let session = server.session(
            delegate: nil,
            pipeline: RequestPipeline(adapters: [exclaiming])
        )
        var request = URLRequest(url: try server.url("up"))
        request.httpMethod = "POST"
        for unused in [nil, Data("unused".utf8)] {
            request.httpBody = unused
            let task = session.uploadTask(with: request, from: Data("body".utf8)) { _, _, _ in }
            #expect(task.originalRequest?.httpBody == unused)
            task.cancel()
        }
    }

    @Test(arguments: [TaskMethod.uploadData, .uploadFile], [true, false])
    func `an adapter may omit the body of an upload`(form: TaskMethod, isBare: Bool) async throws {
        let server = StubServer(isAnswering: true)
        let elsewhere = try server.url("elsewhere")
        let moving = PipelineAdapter { _, _ in
            var request = URLRequest(url: elsewhere)
            request.httpMethod = "POST"
            return request
        }
        let session = server.session(RequestPipeline(adapters: [moving]))
        let answers = Journal<String>()
        try await withRequestGroup("page") {
            let url = try server.url(form.path)
            let task = form.make(session, url, answers, isBare: isBare)
            task.resume()
            let idle = IdleTaskForm(rawValue: form.rawValue)
            idle?.make(session, url).resume()
        }
        #expect(answers.entries == ["elsewhere 200 in page"])
        let request = URLRequest(url: try server.url("up"))
        let uploaded = try await session.upload(for: request, from: Data("body".utf8)).0
        #expect(uploaded == Data("elsewhere".utf8))
    }

    @Test func `an asynchronous method throws the error of the adapter (I3)`() async throws {
        let session = session(PipelineAdapter { _, _ in throw ClientError("unsigned") })
        let url = try #require(URL(string: "https://a.test"))
        await #expect(throws: ClientError("unsigned")) { try await session.data(from: url) }
        await #expect(throws: ClientError("unsigned")) { try await session.download(from: url) }
    }

    @Test(arguments: IdleTaskForm.sent, OwnSpelling.allCases)
    func `tasks with a delegate are adapted too`(form: IdleTaskForm, spelling: OwnSpelling) throws {
        let server = StubServer()
        let session = server.session(
            delegate: DelegateRecorder(),
            pipeline: RequestPipeline(adapters: [.headers(["X-App": "3"])])
        )
        let task = form.makeOwn(session, try server.url("feed"), by: spelling)
        #expect(task.originalRequest?.value(forHTTPHeaderField: "X-App") == "3")
        task.cancel()
    }
}
