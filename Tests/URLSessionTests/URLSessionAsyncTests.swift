@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Asynchronous methods of a URLSession` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() { session = InterceptingClient(server.session()) }

    enum Form: String, SessionMethod, CaseIterable, Sendable {
        case dataFor, dataFrom, uploadData, uploadFile, downloadFor, downloadFrom

        /// The forms that a ``StubServer`` can answer.
        static let stubbed = [Self.dataFor, .dataFrom, .uploadData, .uploadFile]
    }

    /// Sends a request, and returns the body and the status of the response.
    private func send(_ form: Form) async throws -> String {
        let url = try server.url(form.path)
        let request = form.request(url)
        let (data, response): (Data, URLResponse)
        switch form {
        case .dataFor: (data, response) = try await session.data(for: request)
        case .dataFrom: (data, response) = try await session.data(from: url)
        case .uploadData:
            (data, response) = try await session.upload(for: request, from: Data("body".utf8))
        case .uploadFile:
            let file = URL(fileURLWithPath: #filePath)
            (data, response) = try await session.upload(for: request, fromFile: file)
        case .downloadFor, .downloadFrom:
            let (file, answer) =
                form == .downloadFor
                ? try await session.download(for: request) : try await session.download(from: url)
            (data, response) = (try Data(contentsOf: file), answer)
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return "\(String(decoding: data, as: UTF8.self)) \(status)"
    }

    private func send(_ form: Form, _ delegate: any URLSessionTaskDelegate) async throws {
        let (url, body) = (try server.url(form.path), Data("body".utf8))
        let (request, file) = (form.request(url), URL(fileURLWithPath: #filePath))
        switch form {
        case .dataFor: _ = try await session.data(for: request, delegate: delegate)
        case .dataFrom: _ = try await session.data(from: url, delegate: delegate)
        case .uploadData: _ = try await session.upload(for: request, from: body, delegate: delegate)
        case .uploadFile:
            _ = try await session.upload(for: request, fromFile: file, delegate: delegate)
        case .downloadFor, .downloadFrom: break
        }
    }

    @Test(arguments: Form.stubbed)
    func `the delegate of an asynchronous method gets the response (I1)`(form: Form) async throws {
        let delegate = DataDelegateRecorder()
        let loading = Task { try await send(form, delegate) }
        try await server.answer(form.rawValue)
        try await loading.value
        // The session calls the delegate on its queue, so the method may return before.
        #expect(await delegate.calls.waitForFirst(1).first?.hasPrefix("response 200") == true)
    }

    @Test(arguments: Form.stubbed)
    func `an asynchronous method enters and leaves the group (M1)`(form: Form) async throws {
        let recorder = EventRecorder()
        let answer = try await withRequestGroup(options: .observer(recorder)) {
            async let answer = send(form)
            try await server.answer(form.rawValue)
            return try await answer
        }
        #expect(answer == "ok 200")
        let label = form.label(server)
        #expect(recorder.lines == ["opened", "entered \(label)", "left \(label)", "completed"])
    }

    @Test(arguments: Form.allCases, [URLError.Code.networkConnectionLost, .cancelled])
    func `an async method throws errors (I1, P2)`(form: Form, code: URLError.Code) async throws {
        let answer = Task { try await send(form) }
        if code == .cancelled {
            await server.arrived.waitFor(form.rawValue)
            answer.cancel()
        } else {
            try await server.fail(form.rawValue, with: URLError(code))
        }
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == code)
    }
}
