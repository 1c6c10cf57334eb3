@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Adapters that run at the start` {
    let server = StubServer()
    let steps = Journal<String>()
    let gate = Gate()

    /// An adapter that replaces the path `x` by `new-x`, and records where it runs.
    private var renaming: PipelineAdapter {
        .atStart { [steps, gate] request, _ in
            steps.append("adapts in \(RequestGroup.current?.name ?? "none")")
            await gate.waitUntilOpen()
            return try request.renamed()
        }
    }

    private func session(
        _ adapters: PipelineAdapter...,
        stubs: RequestStubs? = nil,
        limiter: RequestLimiter? = nil,
        observers: [any RequestObserver] = [],
        delegate: DelegateRecorder? = nil
    ) -> InterceptingClient<URLSession> {
        server.session(
            delegate: delegate,
            settings: InterceptionSettings { $0.limiter = limiter },
            pipeline: RequestPipeline(adapters: adapters, stubs: stubs, observers: observers)
        )
    }

    @Test(arguments: TaskMethod.stubbed, OwnSpelling.allCases)
    func `a task with a handler is adapted in its group before it is sent (S2)`(
        form: TaskMethod,
        spelling: OwnSpelling
    ) async throws {
        let (session, answers) = (session(renaming), Journal<String>())
        let group = try await completedGroup("page") { _ in
            let task = form.makeOwn(session, try server.url(form.path), answers, by: spelling)
            #expect(steps.entries.isEmpty)
            task.resume()
            #expect(await steps.waitForFirst(1) == ["adapts in page"])
            #expect(server.arrived.entries.isEmpty)
            gate.open()
            try await server.answer("new-\(form.path)")
        }
        #expect(answers.entries == ["ok 200 in page"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
        #expect(steps.entries.count == 1)
    }

    @Test func `adapters before an atStart adapter run when the task is created`() async throws {
        func noting(_ name: String) -> PipelineAdapter {
            PipelineAdapter { [steps] request, _ in
                steps.append(name)
                return request
            }
        }
        let session = session(noting("first"), renaming, noting("last"))
        let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
        #expect(steps.entries == ["first"])
        gate.open()
        task.resume()
        try await server.answer("new-a")
        #expect(steps.entries == ["first", "adapts in none", "last"])
    }

    @Test func `under a limit a request is adapted when it has its permit (P4)`() async throws {
        let session = session(renaming, limiter: RequestLimiter(limit: 1))
        gate.open()
        try await withRequestGroup("page") {
            for path in ["a", "b"] {
                session.dataTask(with: try server.url(path)) { _, _, _ in }.resume()
            }
            await server.arrived.waitFor("new-a")
            #expect(steps.entries.count == 1)
            try await server.answer("new-a")
            try await server.answer("new-b")
        }
        #expect(steps.entries.count == 2)
    }

    @Test func `an adapter's request through its own session is a subrequest (M7)`() async throws {
        let wrapper = Locked<InterceptingClient<URLSession>?>(nil)
        let url = try server.url("token")
        let fetching = PipelineAdapter.atStart { request, _ in
            guard request.url?.lastPathComponent == "a" else { return request }
            _ = try await wrapper.withLock { $0 }?.data(from: url)
            return request
        }
        let session = session(fetching, limiter: RequestLimiter(limit: 1))
        wrapper.withLock { $0 = session }
        let group = try await completedGroup("page") { _ in
            session.dataTask(with: try server.url("a")) { _, _, _ in }.resume()
            try await server.answer("token")
            try await server.answer("a")
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
        wrapper.withLock { $0 = nil }
    }

    @Test(arguments: TaskMethod.sent, [true, false])
    func `a handler gets an adapter's error (I3)`(form: TaskMethod, isBare: Bool) async throws {
        let adapters = [
            PipelineAdapter { _, _ in throw ClientError("rejected") },
            .atStart { _, _ in throw ClientError("rejected") },
        ]
        for adapter in adapters {
            let (log, answers) = (RequestLog(steps), Journal<String>())
            let session = session(adapter, observers: [log])
            let failures = try await failuresOfGroup("page") { _ in
                form.make(session, try server.url(form.path), answers, isBare: isBare).resume()
            }
            #expect(answers.entries == ["nothing 0 in page"])
            #expect(failures.map { $0.error as? ClientError } == [ClientError("rejected")])
            #expect(steps.entries.last?.hasSuffix("ClientError, rejection") == true)
            withExtendedLifetime(log) {}
        }
        #expect(server.arrived.entries.isEmpty)
        #expect(steps.entries.count == 4)
    }

    @Test(arguments: TaskMethod.stubbed, OwnSpelling.allCases)
    func `a task cancelled while it is adapted ends at once, and is never sent (P2)`(
        form: TaskMethod,
        spelling: OwnSpelling
    ) async throws {
        let stubs = RequestStubs(answering: .json("{}"))
        let log = RequestLog(steps)
        let session = session(renaming, stubs: stubs, observers: [log])
        let answers = Journal<String>()
        try await withRequestGroup("page", options: .tolerant) { group in
            form.makeOwn(session, try server.url(form.path), answers, by: spelling).resume()
            _ = await steps.waitForFirst(1)
            group.cancel()
        }
        // The adapter ignores the cancelling, and still waits.
        #expect(answers.entries == ["nothing 0 in page"])
        gate.open()
        #expect(stubs.requests.isEmpty)
        #expect(server.arrived.entries.isEmpty)
        #expect(steps.entries == ["adapts in page"])
    }

    @Test func `the task of an adapter is cancelled with its request (P2)`() async throws {
        let (isCancelled, (stream, end)) = (Gate(), AsyncStream.makeStream(of: Void.self))
        let ended = DispatchSemaphore(value: 0)
        let adapter = PipelineAdapter.atStart { [steps] request, _ in
            await withTaskCancellationHandler {
                steps.append("adapts")
                // Only cancelling ends the loop.
                for await _ in stream {}
            } onCancel: {
                // This handler does not delay the end of the request.
                let isOver = ended.wait(timeout: .now() + 10) == .success
                steps.append(isOver ? "ended" : "not ended")
            }
            isCancelled.open()
            return request
        }
        let session = session(adapter)
        try await withRequestGroup(options: .tolerant) { group in
            session.dataTask(with: try server.url("a")) { _, _, _ in ended.signal() }.resume()
            _ = await steps.waitForFirst(1)
            group.cancel()
            await isCancelled.waitUntilOpen()
        }
        #expect(await steps.waitForFirst(2) == ["adapts", "ended"])
        end.finish()
    }

    @Test(arguments: [["first"], ["first", "second"]], [true, false])
    func `no adapter runs after cancelling (P2)`(names: [String], hasEnded: Bool) async throws {
        let adapted = Locked<PipelineRequest?>(nil)
        // Each adapter ends its request or cancels its own task, and returns the request nevertheless.
        let adapters = names.map { name in
            PipelineAdapter.atStart { [steps] request, _ in
                steps.append(name)
                adapted.withLock { if hasEnded { $0?.preventStart() } }
                if !hasEnded { withUnsafeCurrentTask { $0?.cancel() } }
                return request
            }
        }
        let session = server.session(RequestPipeline(adapters: adapters))
        let request = PipelineRequest(URLRequest(url: try server.url("a")), of: session)
        adapted.withLock { $0 = request }
        await Task { await request.adapt() }.value
        #expect(steps.entries == ["first"])
        #expect(request.needsAdapting)
    }

    @Test(arguments: [true, false], [true, false])
    func `an awaited request cancelled while it is adapted throws at once (P2)`(
        isGrouped: Bool,
        hasDelegate: Bool
    ) async throws {
        let log = RequestLog(steps)
        let (session, ends) = (session(renaming, observers: [log]), Journal<Bool>())
        let url = try server.url("a")
        try await withRequestGroup("page", options: .tolerant) { group in
            let load = { @Sendable [session] in
                do {
                    let recorder = hasDelegate ? DelegateRecorder() : nil
                    _ = try await session.data(from: url, delegate: recorder)
                } catch { ends.append((error as? URLError)?.code == .cancelled) }
            }
            let task =
                isGrouped ? Task(operation: load) : withoutRequestGroup { Task(operation: load) }
            #expect(await steps.waitForFirst(1) == ["adapts in \(isGrouped ? "page" : "none")"])
            if isGrouped { group.cancel() } else { task.cancel() }
            // The adapter ignores the cancelling, and still waits.
            #expect(await ends.waitForFirst(1) == [true])
        }
        gate.open()
        #expect(server.arrived.entries.isEmpty && steps.entries.count == 1)
    }

    @Test func `in a cancelled group no adapter runs (P2)`() async throws {
        let (session, answers) = (session(renaming), Journal<String>())
        try await withRequestGroup("page", options: .tolerant) { group in
            group.cancel()
            for form in TaskMethod.stubbed {
                let url = try server.url(form.path)
                form.make(session, url, answers).resume()
                form.makeOwn(session, url, answers).resume()
            }
        }
        #expect(answers.entries.count == 2 * TaskMethod.stubbed.count)
        #expect(steps.entries.isEmpty)
    }

    @Test(arguments: IdleTaskForm.sent, OwnSpelling.allCases)
    func `an adapter that runs at the start rejects a task that reports to a delegate (I3)`(
        form: IdleTaskForm,
        spelling: OwnSpelling
    ) async throws {
        let delegate = DataAndDownloadDelegateRecorder()
        let session = session(renaming, delegate: delegate)
        gate.open()
        try await withRequestGroup("page", options: .tolerant) {
            form.makeOwn(session, try server.url(form.path), by: spelling).resume()
        }
        let errors = delegate.errors.entries.map { $0 as? DelegateTaskError }
        #expect(errors.map { $0?.label } == [form.label(server)])
        #expect("\(errors)".contains("an adapter that runs at the start cannot change a task"))
        #expect(server.arrived.entries.isEmpty && steps.entries.isEmpty)
    }

    @Test func `a stub is matched with the adapted request, and used once`() async throws {
        let (stubs, answers) = (RequestStubs(), Journal<String>())
        stubs.answer(.method("GET", "/new-a"), with: .json("1"), .json("2"))
        let session = session(renaming, stubs: stubs)
        gate.open()
        for count in 1...2 {
            let url = try server.url("a")
            session.dataTask(with: url, completionHandler: answers.appendBody).resume()
            _ = await answers.waitForFirst(count)
        }
        #expect(answers.entries == ["1", "2"])
        #expect(stubs.requests.map { $0.url?.path } == ["/new-a", "/new-a"])
    }
}

extension URLRequest {
    /// Returns the same request with the path `new-x` in place of `x`.
    fileprivate func renamed() throws -> URLRequest {
        var (request, url) = (self, try #require(url))
        let path = url.lastPathComponent
        url = url.deletingLastPathComponent()
        request.url = url.appendingPathComponent("new-\(path)")
        return request
    }
}
