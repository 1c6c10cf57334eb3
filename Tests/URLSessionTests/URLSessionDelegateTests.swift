@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Tasks of a URLSession that report to a delegate or are cancelled` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>
    init() { session = InterceptingClient(server.session()) }

    @Test(arguments: [true, false])
    func `a task with a handler ends without the delegate (S2)`(isBare: Bool) async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let answers = Journal<String>()
        let form = TaskMethod.dataForURL
        try await withRequestGroup("page") { group in
            form.make(session, try server.url(form.path), answers, isBare: isBare).resume()
            #expect(group.outstanding == [form.label(server)])
            try await server.answer(form.path)
        }
        #expect(answers.entries == ["ok 200 in page"])
        // The session does not notify its delegate of the end of such a task.
        #expect(delegate.errors.entries.isEmpty)
    }

    @Test func `delegate methods of one session run in their tasks' groups (N1)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let paths = (1...20).map { "\($0)" }
        let urls = try paths.map(server.url)
        let ended = Journal<Void>()
        let groups = ["odd", "even"].enumerated().map { parity, name in
            withRequestGroup(name, queue: .global()) {
                for index in urls.indices where index % 2 == parity {
                    session.dataTask(with: urls[index]).resume()
                }
            } completion: { _ in
                ended.append(())
            }
        }
        for path in paths.reversed() { try await server.answer(path) }
        _ = await ended.waitForFirst(2)
        #expect(groups.allSatisfy { $0.progress == GroupProgress(finished: 10, total: 10) })
        let name = { (path: String) in Int(path)?.isMultiple(of: 2) == true ? "even" : "odd" }
        for path in paths {
            let calls = delegate.calls.entries.filter { $0.contains(" of \(path) in ") }
            let expected = ["response 200", "data ok", "end"]
            #expect(calls == expected.map { "\($0) of \(path) in \(name(path))" })
        }
    }

    #if canImport(FoundationNetworking)
    // On other platforms a `URLProtocol` has to report challenges, and the stub protocol does not.
    @Test func `the delegate gets a challenge in the group of its task (S2)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page", options: .tolerant) {
            session.dataTask(with: try server.url("a")).resume()
            let challenge = ["WWW-Authenticate": "Basic realm=\"vault\""]
            try await server.answer("a", status: 401, headers: challenge)
        }
        #expect(delegate.calls.entries == ["challenge by vault of a in page", "end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
    }
    #endif

    @Test func `a delegate without task methods gets the end of the session (I1)`() async throws {
        let delegate = PlainDelegate()
        let session = server.session(delegate: delegate)
        #expect(session.delegate === delegate)
        try await withRequestGroup {
            session.dataTask(with: try server.url("a")).resume()
            await server.arrived.waitFor("a")
            session.finishTasksAndInvalidate()
            try await server.answer("a")
        }
        #expect(await delegate.calls.waitForFirst(1) == ["invalid"])
    }

    @Test(arguments: DelegateKind.allCases)
    func `invalidateAndCancel ends the tasks first (I1)`(kind: DelegateKind) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        #expect(session.delegate === delegate)
        let group = try await completedGroup("page", options: .tolerant) { _ in
            for path in ["a", "b"] {
                session.dataTask(with: try server.url(path)).resume()
                await server.arrived.waitFor(path)
            }
            session.invalidateAndCancel()
        }
        #expect(group.failures.map(\.error.urlCode) == [.cancelled, .cancelled])
        let calls = await delegate.calls.waitForFirst(3)
        #expect(Set(calls.prefix(2)) == ["end of a in page", "end of b in page"])
        #expect(calls.last == "invalid in none")
    }

    @Test func `a session that has ended releases its delegate`() async throws {
        let released = Journal<String>()
        let session: InterceptingClient<URLSession>
        do {
            let notice = ReleaseAction { released.append("released") }
            session = server.session(delegate: DelegateRecorder { _ in _ = notice })
        }
        #expect(released.entries.isEmpty)
        session.finishTasksAndInvalidate()
        #expect(await released.waitForFirst(1) == ["released"])
    }

    enum Moment: CaseIterable, Sendable { case atOnce, inCallback, afterEnd }

    @Test(arguments: [true, false], Moment.allCases)
    func `resuming a cancelled task fails`(hasDelegate: Bool, moment: Moment) async throws {
        let kept = Locked<InterceptedTask<URLSessionDataTask>?>(nil)
        let resume = { @Sendable in if moment == .inCallback { kept.withLock { $0 }?.resume() } }
        let delegate = DataDelegateRecorder { _ in resume() }
        let errors = Journal<(any Error)?>()
        let session = hasDelegate ? server.session(delegate: delegate) : session
        let reported = hasDelegate ? delegate.errors : errors
        let group = try await completedGroup(options: .tolerant) { group in
            let url = try server.url("a")
            let task =
                hasDelegate
                ? session.dataTask(with: url)
                : session.dataTask(with: url) { _, _, error in
                    resume()
                    errors.append(error)
                }
            kept.withLock { $0 = task }
            task.cancel()
            if moment != .atOnce { _ = await reported.waitForFirst(1) }
            #expect(moment == .inCallback || group.progress.total == 0)
            if moment != .inCallback { task.resume() }
            kept.withLock { $0 = nil }
        }
        #expect(reported.entries.map(\.urlCode) == [.cancelled])
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
        #expect(group.failures.map(\.reason) == [.failed])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a group cancels a task on the queue of the session's settings (P2)`() async throws {
        let queue = DispatchQueue(label: "busy")
        let session = InterceptingClient(server.session()) { $0.queue = queue }
        try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
            task.resume()
            await server.arrived.waitFor("a")
            queue.suspend()
            group.cancel()
            #expect(task.state == .running)
            queue.resume()
        }
    }
}
