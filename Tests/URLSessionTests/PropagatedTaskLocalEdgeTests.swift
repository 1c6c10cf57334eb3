@testable import InterceptionTestSupport

private enum App { @TaskLocal static var trace: String? }

/// Callbacks that run before a request has started, after it has ended, or in addition to its answer.
@Suite(.timeLimit(.ordinary)) struct `Propagated task-locals without a membership` {
    let server = StubServer(isAnswering: true)
    let seen = Journal<String>()

    private func note(_ what: String) -> String { "\(what) \(App.trace ?? "none")" }

    private func session(
        _ delegate: (any URLSessionDelegate)? = nil,
        _ pipeline: RequestPipeline? = nil
    ) -> InterceptingClient<URLSession> {
        server.session(
            delegate: delegate,
            settings: InterceptionSettings { $0.propagated = PropagatedTaskLocals(App.$trace) },
            pipeline: pipeline
        )
    }

    @Test(arguments: [nil, RequestPipeline()])
    func `an unstarted task propagates task-locals (S7)`(pipeline: RequestPipeline?) async throws {
        let session = session(nil, pipeline)
        let url = try server.url("a")
        let task = App.$trace.withValue("page") {
            session.dataTask(with: url) { _, _, _ in seen.append(note("handler")) }
        }
        task.cancel()
        #expect(await seen.waitForFirst(1) == ["handler page"])
    }

    @Test func `the delegate of an unstarted task has its task-locals (S7)`() async throws {
        let session = session(DelegateRecorder { _ in seen.append(note("end")) })
        let url = try server.url("a")
        App.$trace.withValue("cancelled") { session.dataTask(with: url) }.cancel()
        #expect(await seen.waitForFirst(1) == ["end cancelled"])
    }

    @Test(arguments: [true, false])
    func `delegate methods have the propagated task-locals (S7)`(isInGroup: Bool) async throws {
        let delegate = DataDelegateRecorder(context: { _ in App.trace ?? "none" })
        let (session, url) = (session(delegate), try server.url("a"))
        let issue = { App.$trace.withValue("page") { session.dataTask(with: url).resume() } }
        if isInGroup { try await withRequestGroup { issue() } } else { issue() }
        let calls = await delegate.calls.waitForFirst(3)
        #expect(calls == ["response 200", "data a", "end"].map { "\($0) of a in page" })
    }

    @Test func `callbacks of an unstarted request have propagated task-locals (S7)`() async throws {
        let (client, calls) = (ManualClient(), Journal<ManualCall>())
        let delegated = DelegatedCalls<Int>()
        let network = InterceptingClient(client) {
            $0.propagated = PropagatedTaskLocals(App.$trace)
        }
        let prepared = App.$trace.withValue("created") {
            network.prepare("GET a", start: { (_: Int) in }, cancel: { _ in }) { call in
                delegated.insert(call, for: 1)
                let finished = call.wrap(.finally { seen.append(note("finished")) })
                // Safe: called by one thread at a time.
                nonisolated(unsafe) let progress = call.wrap(
                    .progress { (_: Double) in seen.append(note("progress")) }
                )
                client.get(
                    "a",
                    success: call.wrap(.success { _ in seen.append(note("success")) }),
                    failure: { _ in
                        progress(1)
                        finished()
                    }
                )
                return 1
            }
        }
        calls.append(try client.take("a"))
        try await OwnThread {
            for call in calls.entries {
                call.fail()
                delegated.run(1) { seen.append(note("delegate")) }
                call.succeed()
            }
        }.waitUntilEnded()
        let expected = [
            "progress created", "finished created", "delegate created", "success created",
        ]
        #expect(seen.entries == expected)
        withExtendedLifetime(prepared) {}
    }

    @Test func `progress callbacks of a prepared request run in its group (M5)`() async throws {
        let client = ManualClient()
        try await withRequestGroup("page") {
            let prepared = InterceptingClient(client)
                .prepare("GET a", start: { (_: Int) in }, cancel: { _ in }) { call in
                    // Safe: called by one thread at a time.
                    nonisolated(unsafe) let progress = call.wrap(
                        .progress { (_: Double) in
                            seen.append(RequestGroup.current?.name ?? "none")
                        }
                    )
                    let success = call.wrap(.success { (_: String) in })
                    client.get("a", success: success, failure: { _ in progress(1) })
                    return 1
                }
            prepared.start()
            let call = try client.take("a")
            try await OwnThread { call.fail() }.waitUntilEnded()
            call.succeed()
        }
        #expect(seen.entries == ["page"])
    }

    @Test(arguments: [true, false])
    func `each closure of a batch has propagated task-locals (S7)`(isCancelled: Bool) async throws {
        let answer = StubAnswer.data(status: 200)
        let stubs = RequestStubs(
            answering: isCancelled ? answer.delayed(by: .seconds(1)) : answer,
            clock: ManualClock()
        )
        let session = session(nil, RequestPipeline(stubs: stubs))
        let plan = URLRequest(url: try server.url("a")).plan
            .onCompletion { _ in seen.append(note("own")) }
        let batch = App.$trace.withValue("page") {
            session.batch(
                [plan, plan],
                options: .limit(1),
                queue: DispatchQueue(label: "batch"),
                progress: { _ in
                    // A closure that is captured here has the values, too.
                    let captured = CapturedGroup.capturing { seen.append(note("progress")) }
                    DispatchQueue.global().async { captured() }
                },
                completion: { _ in seen.append(note("completion")) }
            )
        }
        if isCancelled {
            // The second request is rejected on this thread, which has no values.
            try await OwnThread { batch.cancel() }.waitUntilEnded()
        }
        let closures = ["completion", "own", "own", "progress", "progress"]
        #expect(await seen.waitForFirst(5).sorted() == closures.map { "\($0) page" })
    }

    @Test(arguments: [true, false])
    func `the completion of a group in a callback has propagated task-locals (S7)`(
        isGrouped: Bool
    ) async throws {
        let client = ManualClient()
        let network = InterceptingClient(client) {
            $0.propagated = PropagatedTaskLocals(App.$trace)
        }
        let issue = {
            App.$trace.withValue("page") {
                network.get(
                    "a",
                    success: { _ in
                        withRequestGroup(
                            "inner",
                            queue: .global(),
                            body: {},
                            completion: { (_: Result<Void, any Error>) in
                                seen.append(note("completion"))
                            }
                        )
                    }
                )
            }
            let call = try client.take("a")
            try await OwnThread { call.succeed() }.waitUntilEnded()
        }
        if isGrouped { try await withRequestGroup { try await issue() } } else { try await issue() }
        #expect(await seen.waitForFirst(1) == ["completion page"])
    }
}
