@testable import Interception
@testable import InterceptionTestSupport

/// Requests whose session is invalidated before they create their tasks, which would end the process.
@Suite(.timeLimit(.ordinary)) struct `A session that is invalidated before a task is made` {
    let server = StubServer()
    let started = Journal<Void>()
    let recorder = EventRecorder()
    let gate = Gate()

    /// The reason for which a request creates its task late.
    enum Delay: CaseIterable { case adapter, limit }

    enum Form: CaseIterable { case handler, awaited, awaitedWithDelegate }

    private func session(
        _ delay: Delay,
        limit: Int? = 1,
        delegate: DelegateRecorder? = nil
    ) -> InterceptingClient<URLSession> {
        let waiting = PipelineAdapter.atStart { [started, gate] request, _ in
            started.append(())
            await gate.waitUntilOpen()
            return request
        }
        return server.session(
            delegate: delegate,
            settings: InterceptionSettings { $0.limiter = limit.map { RequestLimiter(limit: $0) } },
            pipeline: delay == .adapter ? RequestPipeline(adapters: [waiting]) : nil
        )
    }

    /// Issues a request, and returns when the request waits; the journal receives its result.
    private func load(
        _ session: InterceptingClient<URLSession>,
        _ delay: Delay,
        _ form: Form,
        _ ends: Journal<String>
    ) async throws {
        let url = try server.url("late")
        if form == .handler {
            session.dataTask(with: url) { data, _, error in
                ends.append(data == nil ? "\((error as? URLError)?.code == .cancelled)" : "ok")
            }.resume()
        } else {
            Task {
                try await withRequestGroup(options: .tolerant, .observer(recorder)) {
                    do {
                        let delegate = form == .awaited ? nil : DelegateRecorder()
                        _ = try await session.data(from: url, delegate: delegate)
                        ends.append("ok")
                    } catch { ends.append("\((error as? URLError)?.code == .cancelled)") }
                }
            }
            if delay == .limit { await recorder.waitForEvent(.waiting) }
        }
        if delay == .adapter { _ = await started.waitForFirst(1) }
    }

    @Test(arguments: Delay.allCases.flatMap { [($0, true), ($0, false)] }, Form.allCases)
    func `finishTasksAndInvalidate finishes later tasks, invalidateAndCancel cancels them (I1)`(
        invalidation: (delay: Delay, cancels: Bool),
        form: Form
    ) async throws {
        let (delay, cancels) = invalidation
        let (session, ends) = (session(delay), Journal<String>())
        try await keepingBusy(session, delay) {
            try await load(session, delay, form, ends)
            if cancels { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
        }
        if !cancels, delay == .limit { try await server.answer("first") }
        if !cancels { try await server.answer("late") }
        #expect(await ends.waitForFirst(1) == [cancels ? "true" : "ok"])
        // Under a limit, the request may get its permit and be sent just before the session cancels its task.
        if cancels, delay == .adapter { #expect(!server.arrived.entries.contains("late")) }
    }

    @Test(arguments: [true, false], [true, false])
    func `invalidating a session ends a batch (I1)`(cancels: Bool, isCached: Bool) async throws {
        let (fixture, paths) = (CacheFixture(), ["a", "b", "c"])
        let (cache, sent) = (fixture.cache(), isCached ? ["a"] : paths)
        if isCached { for path in ["b", "c"] { try cache.fill(server.url(path), with: "ok") } }
        let session = server.session(RequestPipeline(cache: cache))
        let batch = try session.batch(paths.map(server.request), options: .limit(1))
        if cancels {
            _ = await server.arrived.waitForFirst(1)
            session.invalidateAndCancel()
        } else {
            session.finishTasksAndInvalidate()
            for path in sent { try await server.answer(path) }
        }
        let text = cancels ? "URLError -999" : "ok"
        #expect(await batch.results().texts == [text, text, text])
        #expect(server.arrived.entries == (cancels ? ["a"] : sent))
    }

    @Test(arguments: [true, false])
    func `invalidateAndCancel fails a waiting plan (I1)`(isStubbed: Bool) async throws {
        let (stubs, ends) = (RequestStubs(passesThrough: true), Journal<String>())
        if isStubbed { stubs.answer(.method("GET", "/b"), with: .json("stub")) }
        let session = server.session(RequestPipeline(stubs: stubs))
        let release = DispatchSemaphore(value: 0)
        try await withRequestGroup(options: .limit(1), .tolerant) {
            session.perform(try server.request("a")) { _ in release.wait() }
            session.perform(try server.request("b")) { ends.append($0.text) }
            session.invalidateAndCancel()
            // The waiting plan still reserves its task.
            #expect(TaskReservation(in: session.base).make { true } == nil)
            release.signal()
        }
        #expect(ends.entries == ["URLError -999"])
        #expect(!server.arrived.entries.contains("b"))
    }

    @Test func `a request that is sent after its session was invalidated fails (I1)`() async {
        await #expect(processExitsWith: .success) {
            let server = StubServer()
            for cancels in [true, false] {
                let session = server.session(delegate: nil)
                let mediator = try ServiceMediator(client: session, baseURL: server.url(""))
                if cancels {
                    session.invalidateAndCancel()
                } else {
                    session.finishTasksAndInvalidate()
                }
                let plan = mediator.plan(ServiceDefinition<Int>("a") { $0.data.count })
                let failures = try await failuresOfGroup { _ in
                    session.send(try server.request("a")) { _ in }
                    server.session(delegate: nil).perform(plan) { _ in }
                }
                let codes = failures.map { ($0.error as? URLError)?.code }
                #expect(codes == [.cancelled, .cancelled])
            }
        }
        TaskReservation.invalidateAndCancel(.shared)
        #expect(TaskReservation(in: .shared).make { true } == true)
    }

    @Test func `invalidateAndCancel cancels tasks that were to finish (I1)`() async throws {
        let (session, ends) = (server.session(delegate: nil), Journal<String>())
        try await load(session, .limit, .handler, ends)
        await server.arrived.waitFor("late")
        session.finishTasksAndInvalidate()
        session.invalidateAndCancel()
        #expect(await ends.waitForFirst(1) == ["true"])
    }

    @Test(arguments: [true, false])
    func `no reserved task is created after invalidateAndCancel (I1)`(finishesToo: Bool) {
        let session = server.session()
        let reservation = TaskReservation(in: session)
        TaskReservation.invalidateAndCancel(session)
        if finishesToo { TaskReservation.finishTasksAndInvalidate(session) }
        #expect(reservation.make { true } == nil)
    }

    @Test(arguments: Form.allCases)
    func `a cancelled adaptation does not delay invalidation (I1)`(form: Form) async throws {
        let (delegate, ends) = (DelegateRecorder(), Journal<String>())
        let session = session(.adapter, limit: nil, delegate: delegate)
        try await withRequestGroup(options: .tolerant) { group in
            try await load(session, .adapter, form, ends)
            group.cancel()
        }
        #expect(await ends.waitForFirst(1) == ["true"])
        session.finishTasksAndInvalidate()
        // The adapter ignores the cancelling, and still waits.
        await delegate.calls.waitFor("invalid in none")
        gate.open()
    }

    @Test(arguments: [true, false])
    func `cancelling a session ends a request that waits for an adapter or is suspended (I1)`(
        isSuspended: Bool
    ) async throws {
        let (session, ends) = (session(.adapter, limit: nil), Journal<String>())
        let task = session.dataTask(with: try server.url("late")) { _, _, error in
            let isCancelled = (error as? URLError)?.code == .cancelled
            ends.append("\(isCancelled && OperationQueue.current === session.base.delegateQueue)")
        }
        task.resume()
        _ = await started.waitForFirst(1)
        if isSuspended {
            task.suspend()
            gate.open()
        }
        session.invalidateAndCancel()
        #expect(await ends.waitForFirst(1) == ["true"])
        gate.open()
    }

    @Test func `each request ends once while threads invalidate its session (I1)`() async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) else { return }
        for round in 0..<60 {
            let (server, gate) = (StubServer(isAnswering: true), Gate())
            let waiting = PipelineAdapter.atStart { request, _ in
                await gate.waitUntilOpen()
                return request
            }
            let session = server.session(
                delegate: round.isMultiple(of: 2) ? DelegateRecorder() : nil,
                settings: InterceptionSettings {
                    $0.limiter = round.isMultiple(of: 3) ? RequestLimiter(limit: 2) : nil
                },
                pipeline: RequestPipeline(adapters: [waiting])
            )
            let (url, ends) = (try server.url("a"), Journal<Bool>())
            for _ in 0..<4 {
                // Immediate tasks: all requests have been issued when the session is invalidated.
                Task.immediate { ends.append((try? await session.data(from: url)) != nil) }
                session.dataTask(with: url) { data, _, _ in ends.append(data != nil) }.resume()
                session.send(URLRequest(url: url)) { ends.append($0.reportedFailure == nil) }
            }
            let isCancelled = !round.isMultiple(of: 5)
            Thread.detachNewThread { gate.open() }
            Thread.detachNewThread {
                isCancelled ? session.invalidateAndCancel() : session.finishTasksAndInvalidate()
            }
            Thread.detachNewThread { session.finishTasksAndInvalidate() }
            let all = await ends.waitForFirst(12)
            if !isCancelled { #expect(all.allSatisfy { $0 }) }
            #expect(ends.entries.count == 12)
        }
    }

    @Test func `finishTasksAndInvalidate finishes a waiting late request (C5, I1)`() async throws {
        let (session, ends) = (InterceptingClient(server.session()), Journal<String>())
        try await withRequestGroup(options: .limit(1), .observer(recorder)) {
            session.dataTask(with: try server.url("first")) { _, _, _ in }.resume()
            await server.arrived.waitFor("first")
            let completed = try await withRequestGroup { $0 }
            let (url, before) = (try server.url("late"), try nextTaskNumber(session))
            completed.run {
                _ = Task { ends.append((try? await session.data(from: url)) == nil ? "no" : "ok") }
            }
            await recorder.waitForEvent(.waiting)
            #expect(try nextTaskNumber(session) == before + 2, "The request has made its task.")
            session.finishTasksAndInvalidate()
            // The session has performed all of its work by now.
            await session.waitUntilTasksAreRegistered()
            try await server.answer("first")
            try await server.answer("late")
        }
        #expect(await ends.waitForFirst(1) == ["ok"])
    }

    @Test(arguments: [true, false])
    func `invalidating a bare session ends waiting requests (I1)`(isCancelled: Bool) async throws {
        let (session, ends) = (session(.limit), Journal<String>())
        try await keepingBusy(session, .limit) {
            let before = try nextTaskNumber(session)
            try await load(session, .limit, .awaited, ends)
            #expect(try nextTaskNumber(session) == before + 2, "The request has made its task.")
            if isCancelled {
                session.base.invalidateAndCancel()
            } else {
                session.base.finishTasksAndInvalidate()
                await session.waitUntilTasksAreRegistered()
            }
        }
        if !isCancelled {
            try await server.answer("first")
            try await server.answer("late")
        }
        #expect(await ends.waitForFirst(1) == [isCancelled ? "true" : "ok"])
    }

    @Test func `a request cancelled while it waits leaves no task in its session`() async throws {
        let (delegate, ends) = (DelegateRecorder(), Journal<String>())
        let session = session(.limit, delegate: delegate)
        try await withRequestGroup(options: .tolerant) { group in
            try await keepingBusy(session, .limit) {
                try await load(session, .limit, .awaited, ends)
                group.cancel()
            }
        }
        #expect(await ends.waitForFirst(1) == ["true"])
        session.base.finishTasksAndInvalidate()
        await delegate.calls.waitFor("invalid in none")
    }

    /// Makes a task that is never resumed, and returns its number; a session counts its tasks.
    private func nextTaskNumber(_ session: InterceptingClient<URLSession>) throws -> Int {
        session.base.dataTask(with: try server.url("number")).taskIdentifier
    }

    /// Delays requests until the body has returned, by a limit or by the adapter.
    private func keepingBusy(
        _ session: InterceptingClient<URLSession>,
        _ delay: Delay,
        _ body: () async throws -> Void
    ) async throws {
        if delay == .limit {
            session.dataTask(with: try server.url("first")) { _, _, _ in }.resume()
            await server.arrived.waitFor("first")
        }
        try await body()
        gate.open()
    }
}
