@testable import InterceptionTestSupport

/// The task-locals of an app, which its clients propagate.
private enum App {
    @TaskLocal static var trace: String?
    @TaskLocal static var number = 0
}

/// Runs the closure on a thread without task-locals.
private func elsewhere(_ body: @escaping @Sendable () -> Void) async {
    try? await OwnThread(body).waitUntilEnded()
}

@Suite(.timeLimit(.ordinary)) struct `Propagated task-locals` {
    let client = ManualClient()
    let seen = Journal<String>()
    var network: InterceptingClient<ManualClient> {
        InterceptingClient(client) { $0.propagated = PropagatedTaskLocals(App.$trace, App.$number) }
    }

    private func note() { seen.append("\(App.trace ?? "none") \(App.number)") }

    private func issue(_ path: String, on network: InterceptingClient<ManualClient>? = nil) {
        App.$trace.withValue(path) {
            App.$number.withValue(7) {
                (network ?? self.network).get(
                    path,
                    success: { _ in note() },
                    failure: { _ in note() }
                )
            }
        }
    }

    @Test func `a client that names no task-locals propagates none (S7)`() async throws {
        try await withRequestGroup {
            issue("a", on: InterceptingClient(client))
            let call = try client.take("a")
            await elsewhere { call.succeed() }
        }
        #expect(seen.entries == ["none 0"])
    }

    @Test func `an ungrouped subrequest propagates task-locals (S7)`() async throws {
        withoutRequestGroup { network.intercept("outer") { _ in issue("a") } }
        let call = try client.take("a")
        await elsewhere { call.succeed() }
        #expect(seen.entries == ["a 7"])
    }

    @Test func `second answers and late progress have propagated task-locals (S7)`() async throws {
        try await withRequestGroup {
            App.$trace.withValue("a") {
                network.intercept("GET a") { call in
                    // Safe: called by one thread at a time.
                    nonisolated(unsafe) let progress = call.wrap(
                        .progress { (_: Double) in note() }
                    )
                    client.get(
                        "a",
                        success: call.wrap(.success { _ in note() }),
                        failure: { _ in progress(1) }
                    )
                }
            }
            let call = try client.take("a")
            await elsewhere { call.succeed() }
            await elsewhere { call.succeed() }
            await elsewhere { call.fail() }
        }
        #expect(seen.entries == ["a 0", "a 0", "a 0"])
    }

    @Test func `captured closures run with the propagated task-locals (S7)`() async throws {
        let closures = Journal<@Sendable () -> Void>()
        let propagated = PropagatedTaskLocals(App.$number, App.$trace)
        try await withRequestGroup {
            App.$trace.withValue("body") {
                closures.append(CapturedGroup.capturing(propagating: propagated) { note() })
                network.get(
                    "a",
                    success: { _ in closures.append(CapturedGroup.capturing { note() }) }
                )
            }
            let call = try client.take("a")
            await elsewhere { call.succeed() }
            for closure in closures.entries { await elsewhere { closure() } }
        }
        #expect(seen.entries == ["body 0", "body 0"])
        // Outside any group as well.
        let outside = App.$number.withValue(7) {
            App.$trace.withValue("outside") { CapturedGroup(propagating: propagated) }
        }
        await elsewhere { outside.run { note() } }
        await Task.detached { await outside.run { () async in note() } }.value
        #expect(seen.entries.suffix(2) == ["outside 7", "outside 7"])
    }

    @Test func `a closure captured in a captured async closure keeps its task-locals (S7)`() async {
        let propagated = PropagatedTaskLocals(App.$trace)
        let outer = App.$trace.withValue("outer") { CapturedGroup(propagating: propagated) }
        let inner = await Task.detached {
            await outer.run { () async in CapturedGroup.capturing { note() } }
        }.value
        await elsewhere { inner() }
        #expect(seen.entries == ["outer 0"])
    }

    @Test func `a prepared request keeps the task-locals of its creation (S7)`() async throws {
        let prepared = withoutRequestGroup {
            App.$trace.withValue("created") {
                network.prepare("GET a", start: { (_: Int) in }, cancel: { _ in }) { call in
                    client.get("a", success: call.wrap(.success { _ in note() }), failure: nil)
                    return 1
                }
            }
        }
        App.$trace.withValue("started") { prepared.start() }
        let call = try client.take("a")
        await elsewhere { call.succeed() }
        #expect(seen.entries == ["created 0"])
    }
}

@Suite(.timeLimit(.ordinary)) struct `Propagated task-locals of a session` {
    let server = StubServer()
    let seen = Journal<String>()

    private func session(_ adapters: [PipelineAdapter] = []) -> InterceptingClient<URLSession> {
        let validator: @Sendable (LoadedResponse) throws -> Void = { [seen] _ in
            seen.append("valid \(App.trace ?? "none")")
        }
        return server.session(
            delegate: nil,
            settings: InterceptionSettings { $0.propagated = PropagatedTaskLocals(App.$trace) },
            pipeline: RequestPipeline(adapters: adapters, validators: [validator])
        )
    }

    private func handler() -> @Sendable (Data?, URLResponse?, (any Error)?) -> Void {
        { [seen] _, _, _ in seen.append("handler \(App.trace ?? "none")") }
    }

    @Test func `a stubbed task's callbacks have the propagated task-locals (S7)`() async throws {
        let adapter = PipelineAdapter.atStart { [seen] request, _ in
            seen.append("adapter \(App.trace ?? "none")")
            return request
        }
        let session = session([adapter])
        let stubs = RequestStubs(answering: .data(status: 200))
        try await withRequestGroup {
            try withRequestStubs(stubs) {
                try App.$trace.withValue("page") {
                    session.dataTask(with: try server.url("a"), completionHandler: handler())
                        .resume()
                }
            }
        }
        #expect(seen.entries == ["adapter page", "valid page", "handler page"])
    }

    @Test func `steps of a session's chain run with propagated task-locals (S7)`() async throws {
        let session = session()
        let chain = RequestPlan.chain(try server.request("1")) { [seen, server] response in
            seen.append("step \(App.trace ?? "none")")
            return response.text == "again" ? try server.request("2") : nil
        }
        let task = App.$trace.withValue("page") { Task { try await session.perform(chain) } }
        try await server.answer("1", with: "again")
        try await server.answer("2", with: "done")
        _ = try await task.value
        #expect(seen.entries == ["valid page", "step page", "valid page", "step page"])
    }
}
