@testable import InterceptionTestSupport

/// Tasks without a handler that the pipeline rejects.
@Suite(.timeLimit(.ordinary)) struct `Rejected tasks that report to a delegate` {
    /// A server that answers each request with the status 200.
    let server = StubServer(isAnswering: true)
    let rejecting = PipelineAdapter { _, _ in throw ClientError("rejected") }

    private func session(
        _ delegate: DelegateRecorder,
        _ pipeline: RequestPipeline
    ) -> InterceptingClient<URLSession> { server.session(delegate: delegate, pipeline: pipeline) }

    private func make(
        _ form: IdleTaskForm,
        _ session: InterceptingClient<URLSession>,
        isBare: Bool
    ) throws -> any StartableTask { form.make(session, try server.url(form.path), isBare: isBare) }

    @Test(arguments: IdleTaskForm.sent, [true, false])
    func `a delegate gets an adapter's error (I3)`(form: IdleTaskForm, isBare: Bool) async throws {
        let delegate = DataAndDownloadDelegateRecorder()
        let session = session(delegate, RequestPipeline(adapters: [rejecting]))
        let failures = try await failuresOfGroup("page") { _ in
            try make(form, session, isBare: isBare).resume()
        }
        #expect(delegate.errors.entries.map { $0 as? ClientError } == [ClientError("rejected")])
        #expect(delegate.calls.entries == ["end of \(form) in page"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("rejected")])
        #expect(failures.map(\.reason) == [.failed])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `outside any group the delegate gets an adapter's error (I3)`(isBare: Bool) async throws {
        let delegate = DelegateRecorder()
        let session = session(delegate, RequestPipeline(adapters: [rejecting]))
        try make(.dataForRequest, session, isBare: isBare).resume()
        let error = await delegate.errors.waitForFirst(1).first as? ClientError
        #expect(error == ClientError("rejected"))
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a task with a delegate is sent despite a cached response`(isBare: Bool) async throws {
        let delegate = DelegateRecorder()
        let session = session(delegate, RequestPipeline(cache: CacheFixture().cache()))
        let form = IdleTaskForm.dataForRequest
        _ = try await session.data(from: try server.url(form.path))
        let outcome = await withRequestGroupOutcome("page") {
            try make(form, session, isBare: isBare).resume()
        }
        #expect(outcome.failures.isEmpty)
        #expect(delegate.calls.entries.last == "end of \(form) in page")
        #expect(server.arrived.entries == [form.path, form.path])
    }

    @Test(arguments: [true, false])
    func `a matching stub fails a task that reports to a delegate`(isBare: Bool) async throws {
        let delegate = DelegateRecorder()
        let stubs = RequestStubs(answering: .failure(ClientError("rejected")), .json("{}"))
        let session = session(delegate, RequestPipeline(stubs: stubs))
        _ = try await withRequestGroup("page", options: .tolerant) {
            try make(.dataForRequest, session, isBare: isBare).resume()
        }
        #expect(delegate.errors.entries.map { $0 as? ClientError } == [ClientError("rejected")])
        #expect(stubs.requests.count == 1)
        _ = try await withRequestGroup("page", options: .tolerant) {
            try make(.dataForRequest, session, isBare: isBare).resume()
        }
        let label = IdleTaskForm.dataForRequest.label(server)
        let error = delegate.errors.entries.last as? DelegateTaskError
        #expect(error == DelegateTaskError(.stub, label: label))
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false], [true, false])
    func `stubs record a task with a delegate`(isBare: Bool, isMatched: Bool) async throws {
        let (stubs, steps) = (RequestStubs(passesThrough: true), Journal<String>())
        if isMatched { stubs.answer(.url("*"), with: .json("{}")) }
        let observer = RequestLog(steps)
        let pipeline = RequestPipeline(stubs: stubs, observers: [observer])
        let session = session(DelegateRecorder(), pipeline)
        _ = try await withRequestGroup("page", options: .tolerant) {
            try make(.dataForRequest, session, isBare: isBare).resume()
        }
        #expect(stubs.requests.count == 1)
        #expect(server.arrived.entries.count == (isMatched ? 0 : 1))
        #expect(steps.entries.isEmpty)
        withExtendedLifetime(observer) {}
    }

    @Test func `a rejected task that was cancelled reports URLError.cancelled`() async throws {
        let delegate = DelegateRecorder()
        let session = session(delegate, RequestPipeline(adapters: [rejecting]))
        let task = try make(.dataForRequest, session, isBare: false)
        task.cancel()
        let error = await delegate.errors.waitForFirst(1).first as? URLError
        #expect(error?.code == .cancelled)
        task.resume()
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: IdleTaskForm.sent, [true, false])
    func `a late request fails without stub`(form: IdleTaskForm, isOpenAround: Bool) async throws {
        let delegate = DataAndDownloadDelegateRecorder()
        let session = session(delegate, RequestPipeline(stubs: RequestStubs()))
        let (url, gate) = (try server.url(form.path), Gate())
        func resumeLate() async {
            let late = await withRequestGroupOutcome("inner", options: .tolerant) { group in
                group.cancel()
                return Task {
                    await gate.waitUntilOpen()
                    form.makeOwn(session, url).resume()
                    form.make(session, url).resume()
                }
            }
            gate.open()
            await late.value.value
        }
        if isOpenAround {
            try await withRequestGroup("outer", options: .tolerant) { await resumeLate() }
        } else {
            await resumeLate()
        }
        #expect(await delegate.errors.waitForFirst(2).allSatisfy { $0 is UnstubbedRequestError })
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: IdleTaskForm.sent, [true, false])
    func `a task of a cancelled group fails (P2)`(form: IdleTaskForm, isBare: Bool) async throws {
        for limit: RequestGroupOption in [[], .limit(1)] {
            let delegate = DataAndDownloadDelegateRecorder()
            let stubs = RequestStubs(answering: .data(status: 200))
            let session = session(delegate, RequestPipeline(stubs: stubs))
            try await withRequestGroup(options: .tolerant, limit) { group in
                group.cancel()
                try make(form, session, isBare: isBare).resume()
            }
            #expect(await delegate.errors.waitForFirst(1).map(\.urlCode) == [.cancelled])
            #expect(stubs.requests.isEmpty)
            #expect(server.arrived.entries.isEmpty)
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `a delegate's request uses its task's stubs`(isBare: Bool, isGrouped: Bool) async throws {
        let retried = Journal<String>()
        let client = Locked<InterceptingClient<URLSession>?>(nil)
        let url = try server.url("again")
        let delegate = DelegateRecorder { task in
            guard task.originalRequest?.url?.path != "/again" else { return }
            client.withLock { $0 }?.dataTask(with: url) { _, _, error in
                retried.append(error.map { "\(type(of: $0))" } ?? "sent")
            }.resume()
        }
        let session = server.session(delegate: delegate)
        client.withLock { $0 = session }
        await withRequestStubs(RequestStubs()) {
            if isGrouped {
                try? await withRequestGroup {
                    try make(.dataForRequest, session, isBare: isBare).resume()
                }
            } else {
                try? make(.dataForRequest, session, isBare: isBare).resume()
            }
        }
        #expect(await retried.waitForFirst(1) == ["UnstubbedRequestError"])
        #expect(server.arrived.entries.isEmpty)
    }
}
