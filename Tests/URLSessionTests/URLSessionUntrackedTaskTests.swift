@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
// On other platforms the wrapper sets a delegate on the task, which receives the task's end.
@Suite(.timeLimit(.ordinary)) struct `Tasks whose end cannot be observed` {
    let server = StubServer()
    let delegate = DelegateRecorder()

    private func issue(
        _ form: IdleTaskForm,
        _ session: InterceptingClient<URLSession>,
        isBare: Bool
    ) async throws -> [RequestFailure] {
        try await failuresOfGroup("page") { group in
            let url = try server.url(form.path)
            if isBare {
                let task = form.makeOwn(session, url)
                #expect(group.failures.count == 1)
                task.resume()
            } else {
                let task = form.make(session, url)
                #expect(group.failures.isEmpty)
                task.resume()
                #expect(group.failures.count == 1)
                task.resume()
            }
            #expect(group.outstanding.isEmpty)
        }
    }

    @Test(arguments: IdleTaskForm.stubbed, [true, false])
    func `an untracked task fails its group (M1)`(form: IdleTaskForm, isBare: Bool) async throws {
        let delegate = DataDelegateRecorder()
        let session = server.foreignSession(delegate: delegate)
        #expect(session.delegate === delegate)
        let failures = try await issue(form, session, isBare: isBare)
        #expect(failures.map(\.label) == [form.label(server)])
        #expect(failures.map { $0.error is UntrackedTaskError } == [true])
        try await server.answer(form.path)
        let events = ["response 200", "data ok", "end"]
        #expect(await delegate.calls.waitForFirst(3) == events.map { "\($0) of \(form) in none" })
    }

    @Test(arguments: SilentSession.allCases, [true, false])
    func `a streamed upload fails its group (M1)`(kind: SilentSession, isBare: Bool) async throws {
        let form = IdleTaskForm.uploadStream
        let failures = try await issue(form, kind.session(server), isBare: isBare)
        #expect(failures.map(\.label) == [form.label(server)])
        #expect(failures.map { $0.error is UntrackedTaskError } == [true])
        await server.arrived.waitFor(form.path)
    }

    private func foreignSession(limit: Int? = nil) -> InterceptingClient<URLSession> {
        let settings = InterceptionSettings { $0.limiter = limit.map { RequestLimiter(limit: $0) } }
        return server.foreignSession(delegate: delegate, settings: settings)
    }

    @Test(arguments: IdleTaskForm.stubbed, [true, false])
    func `a cancelled group sends no task (P2)`(form: IdleTaskForm, isBare: Bool) async throws {
        let stubs = RequestStubs(answering: .data(status: 200))
        let pipeline = RequestPipeline(stubs: stubs)
        let stubbed = server.foreignSession(delegate: delegate, pipeline: pipeline)
        for session in [foreignSession(), stubbed] {
            let failures = try await failuresOfGroup { group in
                group.cancel()
                form.make(session, try server.url(form.path), isBare: isBare).resume()
            }
            #expect(failures.map(\.reason) == [.cancelled])
        }
        let errors = await delegate.errors.waitForFirst(2)
        #expect(errors.map(\.urlCode) == [.cancelled, .cancelled])
        #expect(server.arrived.entries.isEmpty && stubs.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an untracked task is not sent if its group fails fast (P1)`(isBare: Bool) async throws {
        let session = foreignSession()
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .failFast) {
                let url = try server.url("a")
                IdleTaskForm.dataForURL.make(session, url, isBare: isBare).resume()
            }
        }
        _ = await delegate.errors.waitForFirst(1)
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an untracked task holds its permit until its end (P4)`(isOfGroup: Bool) async throws {
        let session = foreignSession(limit: isOfGroup ? nil : 1)
        let paths = ["a", "b", "c"]
        func load() async throws {
            for path in paths { session.dataTask(with: try server.url(path)).resume() }
            let failures = RequestGroup.current?.failures ?? []
            #expect(failures.count == (isOfGroup ? 3 : 0))
            for path in paths {
                await server.arrived.waitFor(path)
                #expect(server.arrived.entries.last == path)
                try await server.answer(path)
            }
        }
        if isOfGroup {
            try await withRequestGroup(options: .limit(1), .tolerant) { try await load() }
        } else {
            try await load()
        }
        #expect(server.arrived.entries == paths)
    }

    @Test func `waiting untracked tasks start by priority (P4)`() async throws {
        let session = foreignSession(limit: 1)
        session.dataTask(with: try server.url("first")).resume()
        await server.arrived.waitFor("first")
        for (path, priority) in [("low", RequestPriority.low), ("high", .high)] {
            session.requests(priority: priority).dataTask(with: try server.url(path)).resume()
        }
        for count in 1...3 {
            let arrived = await server.arrived.waitForFirst(count)
            try await server.answer(arrived[count - 1])
        }
        #expect(server.arrived.entries == ["first", "high", "low"])
    }

    @Test(arguments: [true, false])
    func `a task of a completed group enters the outer group (C5)`(isLimited: Bool) async throws {
        let session = foreignSession(limit: isLimited ? 1 : nil)
        try await withRequestGroup(options: .tolerant) { outer in
            let task = try await withRequestGroup("inner", options: .tolerant) { inner in
                inner.cancel()
                return session.dataTask(with: try server.url("a"))
            }
            task.resume()
            #expect(outer.failures.map { $0.error is UntrackedTaskError } == [true])
            try await server.answer("a")
        }
        _ = await delegate.errors.waitForFirst(1)
    }

    @Test func `an untracked session task is cancelled with its group (P2)`() async throws {
        let session = foreignSession()
        try await withRequestGroup(options: .limit(1), .tolerant) { group in
            let own = IdleTaskForm.dataForURL.makeOwn(session, try server.url("a"))
            withExtendedLifetime(own) { group.cancel() }
        }
        let error = await delegate.errors.waitForFirst(1).first as? URLError
        #expect(error?.code == .cancelled)
    }

    @Test func `a cancelled group awaits no waiting untracked task (P2)`() async throws {
        let (session, ended) = (foreignSession(), Gate())
        let urls = try ["a", "b"].map(server.url)
        let tasks = Journal<InterceptedTask<URLSessionDataTask>>()
        let group = withRequestGroup(options: .limit(1), .tolerant, queue: .global()) {
            for url in urls {
                let task = session.dataTask(with: url)
                task.resume()
                tasks.append(task)
            }
        } completion: { (_: Result<Void, any Error>) in
            ended.open()
        }
        await server.arrived.waitFor("a")
        group.cancel()
        await ended.waitUntilOpen()
        _ = await delegate.errors.waitForFirst(2)
        #expect(server.arrived.entries == ["a"])
    }

    @Test func `an optional untracked task does not fail its group (P1)`() async throws {
        let session = foreignSession().requests(isOptional: true)
        let outcome = await withRequestGroupOutcome {
            session.dataTask(with: try server.url("a")).resume()
        }
        #expect(outcome.error == nil)
        try await server.answer("a")
    }

    @Test func `the error of a task of an unwrapped session says how to create the session (M1)`() {
        let error = UntrackedTaskError()
        #expect("\(error)".contains("InterceptingClient(configuration:delegate:delegateQueue:)"))
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func `an untracked task fails the group in which it was created (S6)`() async throws {
        let task = try await withRequestGroup("creation", options: .tolerant) { creation in
            let session = InterceptingClient(server.session())
            let task = session.uploadTask(withStreamedRequest: URLRequest(url: try server.url("a")))
            try await withRequestGroup("resume", options: .detached) { task.resume() }
            let error = try #require(creation.failures.first?.error)
            #expect(error is UntrackedTaskError)
            return task
        }
        task.cancel()
    }
}
#endif
