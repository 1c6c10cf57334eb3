@testable import InterceptionTestSupport

@Suite struct `Awaited requests of a wrapper` {
    let client = ManualClient()
    let service = InterceptingClient(())
    let limited = InterceptingClient(()) { $0.limiter = RequestLimiter(limit: 1) }
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    private func inGroup(_ isGrouped: Bool, _ body: () async throws -> Void) async throws {
        if isGrouped {
            try await withRequestGroup(options: .tolerant) { try await body() }
        } else {
            try await body()
        }
    }

    @Test(arguments: [true, false])
    func `a reply's cancel handlers run on the client's queue (P2)`(isGrouped: Bool) async throws {
        let mark = QueueMark()
        let (cancelled, lost) = (Journal<String>(), Journal<String>())
        let network = InterceptingClient(client) {
            $0.queue = mark.queue
            $0.onUngroupedRequest = {
                if $0.description.contains("handle was released") { lost.append($0.label) }
            }
        }
        try await inGroup(isGrouped) {
            let value = Task {
                try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                    reply.onCancel(QueueMark()) { _ in }
                    for name in ["first", "second", "third"] {
                        reply.onCancel(name) { cancelled.append(mark.isCurrent ? $0 : "elsewhere") }
                    }
                    client.get("a", success: reply.success, failure: reply.failure)
                }
            }
            await client.started.waitFor("a")
            value.cancel()
            #expect(await cancelled.waitForFirst(3).sorted() == ["first", "second", "third"])
            #if DEBUG
            #expect(await lost.waitForFirst(1) == ["a"])
            #endif
            try client.fail("a")
            await #expect(throws: ClientError("no")) { try await value.value }
        }
        #expect(cancelled.entries.count == 3)
    }

    @Test(arguments: [true, false])
    func `a handle passed to onCancel is released outside any lock`(isGrouped: Bool) async throws {
        let holder = Locked<Task<String, any Error>?>(nil)
        let created = Gate()
        try await inGroup(isGrouped) {
            let value = Task {
                await created.waitUntilOpen()
                return try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                    // Would deadlock if a handle were released under the lock, because this release cancels the task.
                    let cancels = ReleaseAction { holder.withLock { $0 }?.cancel() }
                    reply.onCancel([cancels]) { _ in }
                    reply.onCancel([ReleaseAction {}]) { _ in }
                    reply.success("ok")
                }
            }
            holder.withLock { $0 = value }
            created.open()
            let text = try await value.value
            #expect(text == "ok")
        }
    }

    @Test(arguments: [true, false])
    func `an awaited reply throws for an error, for an empty answer and for a loss`(
        isSubrequest: Bool
    ) async throws {
        func reply<Value>(_ answer: @escaping (AwaitedReply<Value>) -> Void) async throws -> Value {
            guard isSubrequest else { return try await network.awaitReply("a", answer) }
            return try await withRequestGroup {
                try await network.intercept("outer") { try await network.awaitReply("a", answer) }
            }
        }
        let error = ClientError("no")
        #expect(try await reply { $0.completion(Result<Int, ClientError>.success(1)) } == 1)
        await #expect(throws: error) {
            let _: Int = try await reply { $0.completion(Result<Int, ClientError>.failure(error)) }
        }
        #expect(try await reply { $0.completion(1, nil) } == 1)
        await #expect(throws: error) { let _: Int = try await reply { $0.completion(1, error) } }
        await #expect(throws: UnexplainedFailureError()) {
            let _: Int = try await reply { $0.completion(nil, nil) }
        }
        await #expect(throws: LostCallbackError(label: "a")) {
            let _: Int = try await reply { _ in }
        }
        let both: (Int, String) = try await reply { $0.completion(1, "b", nil) }
        #expect(both == (1, "b"))
        await #expect(throws: error) {
            let _: (Int, String) = try await reply { $0.completion(1, "b", error) }
        }
        await #expect(throws: UnexplainedFailureError()) {
            let _: (Int, String) = try await reply { $0.completion(1, nil, nil) }
        }
    }

    @Test(arguments: [true, false])
    func `an awaiting caller gets the answer that its group records (M2)`(secondFails: Bool) async {
        let reply = Locked<AwaitedReply<Int>?>(nil)
        let observer = Reactor { event in
            guard event.kind == .left, let reply = reply.withLock({ $0.take() }) else { return }
            secondFails ? reply.failure(ClientError("no")) : reply.success(2)
        }
        let value = try? await withRequestGroup(options: .observer(observer)) {
            try await network.awaitReply("a") { (first: AwaitedReply<Int>) in
                reply.withLock { $0 = first }
                first.success(1)
            }
        }
        #expect(value == 1)
    }

    @Test(.endsInTime, arguments: [true, false])
    func `onCancel in a cancelled task runs handlers at once (P2)`(isGrouped: Bool) async throws {
        try await inGroup(isGrouped) {
            let value = Task {
                try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                    client.get("a", success: reply.success, failure: reply.failure)
                    withUnsafeCurrentTask { $0?.cancel() }
                    reply.onCancel(client) { client in
                        for call in client.takeAll("a") { call.fail("cancelled") }
                    }
                }
            }
            await #expect(throws: ClientError("cancelled")) { try await value.value }
            let reasons = RequestGroup.current?.failures.map(\.reason)
            #expect(reasons == (isGrouped ? [.cancelled] : nil))
        }
    }

    @Test func `operations and bodies with cancelsBody keep their task executor`() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        let executor = QueueExecutor()
        try await withTaskExecutorPreference(executor) {
            try await withRequestGroup(options: .cancelsBody) {
                async let child: Void = executor.checkTwice()
                await executor.checkTwice()
                await child
                try await service.intercept("operation") { await executor.checkTwice() }
                try await limited.intercept("limited") { await executor.checkTwice() }
            }
        }
    }

    @Test @MainActor func `an intercepted operation stays on its actor (I1)`() async throws {
        // Neither the client nor the value is Sendable, which must compile without a warning.
        let client = Unsendable()
        var steps = 0
        try await withRequestGroup(options: .limit(1)) {
            for _ in 1...2 {
                let value = try await InterceptingClient(client).intercept("a") {
                    MainActor.preconditionIsolated()
                    steps += 1
                    return client
                }
                #expect(value === client)
            }
        }
        #expect(steps == 2)
    }

    @Test @MainActor func `a permit starts no operation of a cancelled group (P2)`() async {
        _ = await withRequestGroupOutcome(options: .limit(1)) { group in
            let first = group.enter("first")
            let second = Task { @MainActor in
                try await service.intercept("second") { Issue.record("The operation runs.") }
            }
            await yieldWhile { group.limiter?.waiting == 0 }
            first?.leave()
            group.cancel()
            let result = await second.result
            #expect(throws: CancellationError.self) { _ = try result.get() }
        }
    }

    private final class Unsendable {}

    @Test
    func `an operation whose value contains an error fails, and returns it (P1)`() async throws {
        let outcome = await withRequestGroupOutcome {
            try await service.intercept("a", error: { _, error in error }) {
                (1, UnexplainedFailureError())
            }
        }
        #expect(try outcome.body.get().0 == 1)
        #expect(outcome.failures.map(\.label) == ["a"])
    }

    @Test func `an operation in a cancelled task does not wait for a permit (P4)`() async throws {
        let client = ManualClient()
        let slow = InterceptingClient(client, settings: limited.interceptionSettings)
        slow.get("first")
        let isCancelled = Gate()
        let task = Task {
            await isCancelled.waitUntilOpen()
            try await limited.intercept("a") { _ = Issue.record("The operation ran.") }
        }
        task.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        try client.succeed("first")
        #expect(limited.interceptionSettings.limiter?.inFlight == 0)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class QueueExecutor: TaskExecutor {
    private let mark = QueueMark()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        mark.queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Expects to run on the executor, also after a suspension.
    func checkTwice() async {
        #expect(mark.isCurrent)
        await Task.yield()
        #expect(mark.isCurrent)
    }
}
