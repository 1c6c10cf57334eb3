@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Failures of a wrapped URLSession` {
    let server = StubServer()
    let ends = Journal<(any Error)?>()

    private func session(
        _ check: HTTPStatusCheck? = .successful,
        delegate: (any URLSessionDelegate)? = nil
    ) -> InterceptingClient<URLSession> { server.session(delegate: delegate, statusCheck: check) }

    /// Issues a task of this form in a group, and returns the failures.
    private func failures(
        of form: TaskMethod,
        isBare: Bool = false,
        into answers: Journal<String>,
        answer: () async throws -> Void
    ) async throws -> [RequestFailure] {
        try await failuresOfGroup("page") { _ in
            form.make(session(), try server.url(form.path), answers, isBare: isBare).resume()
            try await answer()
            _ = await answers.waitForFirst(1)
        }
    }

    @Test(arguments: TaskMethod.stubbed, [true, false])
    func `a handler gets a failing response (I1)`(form: TaskMethod, isBare: Bool) async throws {
        let answers = Journal<String>()
        let failures = try await failures(of: form, isBare: isBare, into: answers) {
            try await server.answer(form.path, with: "no", status: 404)
        }
        #expect(answers.entries == ["no 404 in page"])
        #expect(failures.map(\.label) == [form.label(server)])
        #expect(failures.map(\.reason) == [.failed])
        #expect(failures.map(\.statusCode) == [404])
    }

    @Test(arguments: IdleTaskForm.stubbed, [true, false])
    func `a delegate gets a failing response (I1)`(form: IdleTaskForm, isBare: Bool) async throws {
        let delegate = DataDelegateRecorder()
        let session = session(delegate: delegate)
        let group = try await completedGroup("page", options: .tolerant) { _ in
            form.make(session, try server.url(form.path), isBare: isBare).resume()
            try await server.answer(form.path, with: "no", status: 404)
        }
        #expect(delegate.calls.entries.first == "response 404 of \(form) in page")
        #expect(delegate.errors.entries.map { $0 == nil } == [true])
        #expect(group.failures.map(\.label) == [form.label(server)])
        #expect(group.failures.map(\.statusCode) == [404])
    }

    @Test(arguments: [true, false], [true, false])
    func `an async method gets the response (I1)`(isUpload: Bool, hasDelegate: Bool) async throws {
        let session = session()
        let request = URLRequest(url: try server.url("a"))
        let group = try await completedGroup(options: .tolerant) { _ in
            let delegate = hasDelegate ? DataDelegateRecorder() : nil
            async let answer =
                isUpload
                ? session.upload(for: request, from: Data("body".utf8), delegate: delegate)
                : session.data(for: request, delegate: delegate)
            try await server.answer("a", with: "no", status: 404)
            let (data, response) = try await answer
            #expect(String(decoding: data, as: UTF8.self) == "no")
            #expect((response as? HTTPURLResponse)?.statusCode == 404)
        }
        #expect(group.failures.map(\.label) == ["GET \(server.host)/a"])
        #expect(group.failures.map(\.statusCode) == [404])
    }

    @Test func `a plan with a 404 response fails with HTTPStatusError (I1)`() async throws {
        let (session, request) = (session(), URLRequest(url: try server.url("a")))
        let answer = Task { try await session.perform(request) }
        try await server.answer("a", with: "no", status: 404)
        await #expect(throws: HTTPStatusError.self) { try await answer.value }
    }

    @Test(arguments: [199, 200, 204, 299, 300, 304, 500])
    func `only a status from 200 to 299 is a success`(status: Int) async throws {
        let answers = Journal<String>()
        let failures = try await failures(of: .dataForURL, into: answers) {
            try await server.answer("dataForURL", status: status)
        }
        #expect(failures.map(\.statusCode) == ((200...299).contains(status) ? [] : [status]))
    }

    @Test func `a custom status check decides which responses are failures`() async throws {
        let session = session(HTTPStatusCheck { $0.statusCode != 200 })
        let group = try await completedGroup(options: .tolerant) { _ in
            for (path, status) in [("a", 200), ("b", 404)] {
                session.dataTask(with: try server.url(path)).resume()
                try await server.answer(path, status: status)
            }
        }
        #expect(group.failures.map(\.label) == ["GET \(server.host)/a"])
    }

    @Test(arguments: [true, false], [true, false])
    func `a response without a check or without a status does not fail`(
        isChecked: Bool,
        hasDelegate: Bool
    ) async throws {
        let delegate = hasDelegate ? DataDelegateRecorder() : nil
        let session = session(isChecked ? .successful : nil, delegate: delegate)
        let group = try await completedGroup { _ in
            session.dataTask(with: try server.url("a")).resume()
            session.dataTask(with: try server.url("b")) { _, _, _ in }.resume()
            for path in ["a", "b"] {
                if isChecked {
                    try await server.answerWithoutStatus(path)
                } else {
                    try await server.answer(path, status: 500)
                }
            }
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test(arguments: [true, false])
    func `the session's error takes precedence over the status`(hasHandler: Bool) async throws {
        let delegate = DelegateRecorder()
        let session = session(delegate: delegate)
        let group = try await completedGroup(options: .tolerant) { _ in
            let url = try server.url("a")
            if hasHandler {
                session.dataTask(with: url) { _, _, _ in }.resume()
            } else {
                session.dataTask(with: url).resume()
            }
            let error = URLError(.networkConnectionLost)
            try await server.fail("a", afterStatus: 404, with: error)
        }
        #expect(group.failures.map(\.error.urlCode) == [.networkConnectionLost])
    }

    @Test func `a task is checked by the settings of the client that created it`() async throws {
        let inner = session(nil, delegate: DelegateRecorder())
        let outer = InterceptingClient(inner.base, statusCheck: .successful)
        for (client, path, expected) in [(inner, "a", []), (outer, "b", [404])] {
            let failures = try await failuresOfGroup("page") { _ in
                client.dataTask(with: try server.url(path)).resume()
                try await server.answer(path, with: "no", status: 404)
            }
            #expect(failures.map(\.statusCode) == expected)
        }
    }

    @Test func `an HTTPStatusError is described by status and URL, not query (O3)`() async throws {
        let session = session()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                session.dataTask(with: try server.url("a")).resume()
                try await server.answer("a", with: "secret", status: 404)
            }
        }
        let description = try #require(error).description
        #expect(description.contains("GET \(server.host)/a"))
        #expect(description.contains("HTTP status 404"))
        let status = try #require(error?.failures.first?.error)
        #expect("\(status)".hasPrefix("HTTP status 404"))
        #expect(!description.contains("secret"))
        #expect(!description.contains("user"))
        #expect(status.localizedDescription == "\(status)")
    }

    /// Issues a task with a handler and an awaited request, and records how they end.
    private func load(_ session: InterceptingClient<URLSession>) throws {
        let url = try server.url("a")
        session.dataTask(with: url) { [ends] in ends.append($2) }.resume()
        Task {
            do {
                _ = try await session.data(from: url)
                ends.append(nil)
            } catch { ends.append(error) }
        }
    }

    @Test func `a deadline cancels tasks, and awaited requests time out (I1, P3)`() async throws {
        let (session, clock) = (InterceptingClient(server.session()), ManualClock())
        let group = try await completedGroup(options: .tolerant, clock.timeout) { _ in
            try load(session)
            _ = await server.arrived.waitForFirst(2)
            await clock.advanceWhenAsleep(by: .seconds(1))
        }
        let errors = await ends.waitForFirst(2).compactMap { $0 as? URLError }
        #expect(Set(errors.map(\.code)) == [.cancelled, .timedOut])
        let timeout = errors.first { $0.code == .timedOut }
        let reason = timeout?.userInfo[NSUnderlyingErrorKey] as? RequestTimeoutError
        #expect(reason?.label == "GET \(server.host)/a")
        #expect(group.failures.map(\.reason) == [.timedOut, .timedOut])
        #expect(group.failures.allSatisfy { $0.error is RequestTimeoutError })
    }

    @Test(arguments: [true, false])
    func `errors of stubs reach caller and group unchanged (I3)`(isStubbed: Bool) async throws {
        let error = ClientError("no")
        let stubs = isStubbed ? RequestStubs(answering: .failure(error)) : RequestStubs()
        let failures = try await failuresOfGroup { _ in
            try load(server.session(RequestPipeline(stubs: stubs)))
            _ = await ends.waitForFirst(2)
        }
        #expect(ends.entries.count == 2 && failures.count == 2)
        for found in ends.entries + failures.map(\.error) {
            #expect(isStubbed ? found as? ClientError == error : found is UnstubbedRequestError)
        }
    }
}

extension RequestFailure {
    fileprivate var statusCode: Int? { (error as? HTTPStatusError)?.statusCode }
}
