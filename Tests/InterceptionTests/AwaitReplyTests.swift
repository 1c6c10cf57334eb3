import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Awaiting the reply of a callback method` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test(arguments: [true, false])
    func `success and failure resume the caller, in a group and out of it`(
        isGrouped: Bool
    ) async throws {
        try await inGroup(isGrouped) {
            let value = Task { try await network.value("a") }
            await client.started.contains("a")
            try client.succeed("a", with: "1")
            #expect(try await value.value == "1")
            let failing = Task { try await network.value("b") }
            await client.started.contains("b")
            try client.fail("b")
            await #expect(throws: ClientError("no")) { try await failing.value }
        }
    }

    private func inGroup(_ isGrouped: Bool, _ body: () async throws -> Void) async throws {
        if isGrouped {
            try await withRequestGroup(options: .tolerant) { try await body() }
        } else {
            try await body()
        }
    }

    @Test func `the request enters and leaves, and its failure is that of the group (M1)`()
        async throws
    {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                let value = Task { try await network.value("a") }
                await client.started.contains("a")
                #expect(group.outstanding == ["VALUE a"])
                try client.fail("a")
                _ = try? await value.value
            }
        }
        #expect(error?.failures.map(\.label) == ["VALUE a"])
    }

    @Test(arguments: [true, false])
    func `a lost callback throws, inside a group and outside (M3)`(isGrouped: Bool) async throws {
        try await inGroup(isGrouped) {
            let value = Task { try await network.value("a") }
            await client.started.contains("a")
            try client.lose("a")
            await #expect(throws: LostCallbackError(label: "VALUE a")) { try await value.value }
        }
    }

    @Test(arguments: [true, false])
    func `the first answer resumes the caller, and the second is ignored (M2)`(
        isGrouped: Bool
    ) async throws {
        try await inGroup(isGrouped) {
            let value = Task { try await network.value("a") }
            await client.started.contains("a")
            let call = try client.take("a")
            call.succeed("1")
            call.succeed("2")
            call.fail()
            #expect(try await value.value == "1")
        }
    }

    @Test func `an answer on the spot resumes the caller (M4)`() async throws {
        let cached = InterceptingClient(ManualClient { $0.succeed("cached") })
        #expect(try await cached.value("a") == "cached")
        #expect(try await withRequestGroup { try await cached.value("a") } == "cached")
    }

    @Test(arguments: [true, false])
    func `every handle is cancelled, in a group and out of it (P2)`(isGrouped: Bool) async throws {
        let cancelled = Journal<String>()
        try await inGroup(isGrouped) {
            let value = Task {
                try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                    for name in ["first", "second", "third"] {
                        reply.onCancel(name) { cancelled.append($0) }
                    }
                    client.get("a", success: reply.success, failure: reply.failure)
                }
            }
            await client.started.contains("a")
            value.cancel()
            #expect(await cancelled.first(3).sorted() == ["first", "second", "third"])
            try client.fail("a")
            await #expect(throws: ClientError("no")) { try await value.value }
        }
        #expect(cancelled.entries.count == 3)
    }

    @Test(arguments: [true, false])
    func `a handle is released outside any lock`(isGrouped: Bool) async throws {
        let holder = Locked<Task<String, any Error>?>(nil)
        let created = Gate()
        try await inGroup(isGrouped) {
            let value = Task {
                await created.opened()
                return try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                    // Would hang if the next handle took the place of this one under the lock.
                    let cancels = ActionOnRelease { holder.withLock { $0 }?.cancel() }
                    reply.onCancel([cancels]) { _ in }
                    reply.onCancel([ActionOnRelease {}]) { _ in }
                    reply.success("ok")
                }
            }
            holder.withLock { $0 = value }
            created.open()
            let text = try await value.value
            #expect(text == "ok")
        }
    }

    @Test func `cancelling the task of a request is a consequence and cancels no group (P2)`()
        async throws
    {
        let handles = InterceptingClient(HandleClient())
        let outcome = await withRequestGroupOutcome(options: .failFast) { group in
            let value = Task { try await handles.text("a") }
            await handles.base.started.contains("a")
            value.cancel()
            _ = try? await value.value
            #expect(!group.isCancelled)
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
    }

    @Test func `every form of completion distinguishes success, failure and no result`()
        async throws
    {
        func reply<Value>(_ answer: @escaping (AwaitedReply<Value>) -> Void) async throws -> Value {
            try await network.awaitReply("a", answer)
        }
        let error = ClientError("no")
        #expect(try await reply { $0.completion(Result<Int, ClientError>.success(1)) } == 1)
        await #expect(throws: error) {
            let _: Int = try await reply { $0.completion(Result<Int, ClientError>.failure(error)) }
        }
        #expect(try await reply { $0.completion(1, nil) } == 1)
        await #expect(throws: error) { let _: Int = try await reply { $0.completion(1, error) } }
        await #expect(throws: LostCallbackError(label: "a")) {
            let _: Int = try await reply { $0.completion(nil, nil) }
        }
        let both: (Int, String) = try await reply { $0.completion(1, "b", nil) }
        #expect(both == (1, "b"))
        await #expect(throws: error) {
            let _: (Int, String) = try await reply { $0.completion(1, "b", error) }
        }
        await #expect(throws: LostCallbackError(label: "a")) {
            let _: (Int, String) = try await reply { $0.completion(1, nil, nil) }
        }
    }

    @Test func `at the deadline the caller is resumed, though the client never answers (P3)`()
        async throws
    {
        let clock = ManualClock()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
                let value = Task { try await network.value("a") }
                await client.started.contains("a")
                await clock.advanceWhenAsleep(by: .seconds(1))
                await #expect(throws: RequestTimeoutError(label: "VALUE a")) {
                    try await value.value
                }
            }
        }
        #expect(error?.code == .timedOut)
        // What comes later resumes nobody.
        try client.succeed("a")
    }

    @Test func `cancelling the group or the task cancels the handle, once (P2)`() async throws {
        let handles = HandleClient()
        let network = InterceptingClient(handles)
        for cancelsGroup in [true, false] {
            try await withRequestGroup(options: .tolerant) { group in
                let task = Task { try await network.text("a") }
                _ = await handles.started.first(cancelsGroup ? 1 : 2)
                if cancelsGroup { group.cancel() }
                task.cancel()
                await #expect(throws: ClientError("-999")) { try await task.value }
                #expect(handles.removeAll().map(\.cancelCount) == [1])
                #expect(group.isCancelled == cancelsGroup)
            }
        }
    }

    @Test func `a task that is cancelled already cancels its request at once (P2)`() async throws {
        let handles = HandleClient()
        let isCancelled = Gate()
        let task = Task {
            await isCancelled.opened()
            return try await InterceptingClient(handles).text("a")
        }
        task.cancel()
        isCancelled.open()
        await #expect(throws: ClientError("-999")) { try await task.value }
    }

    @Test func `in a cancelled group the request is rejected (I3)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            await #expect(throws: CancellationError.self) { try await network.value("a") }
        }
        #expect(client.started.entries.isEmpty)
    }

    @Test func `a waiting request is started later, and ends waiting when it is cancelled (P4)`()
        async throws
    {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .limit(1), .tolerant, .observer(recorder)) {
            network.get("first")
            let tasks = ["a", "b"].map { path in Task { try await network.value(path) } }
            for path in ["a", "b"] { await recorder.happened(.entered, label: "VALUE \(path)") }
            #expect(client.started.entries == ["first"])
            tasks[1].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[1].value }
            try client.succeed("first")
            await client.started.contains("a")
            try client.succeed("a", with: "1")
            #expect(try await tasks[0].value == "1")
        }
        #expect(client.started.entries == ["first", "a"])
    }

    @Test func `a request issued after the reply joins the group (S2)`() async throws {
        try await withRequestGroup { group in
            let value = Task { try await network.value("a") }
            await client.started.contains("a")
            try client.succeed("a")
            _ = try await value.value
            network.get("b")
            #expect(group.outstanding.contains("GET b"))
            try client.succeed("b")
        }
    }

    @Test @MainActor func `the client is called on the actor of the caller, waiting or not (I1)`()
        async throws
    {
        let network = network
        let client = client
        try await withRequestGroup(options: .limit(1)) { group in
            let tasks = ["a", "b"].map { path in
                Task { @MainActor in
                    try await network.awaitReply(path) { (reply: AwaitedReply<String>) in
                        MainActor.preconditionIsolated()
                        client.get(path, success: reply.success, failure: reply.failure)
                    }
                }
            }
            for count in 1...2 {
                let path = await client.started.first(count).last
                let call = try client.take(path ?? "")
                await Task.detached { call.succeed() }.value
            }
            for task in tasks { _ = try await task.value }
            #expect(group.progress.total == 2)
        }
    }
}

extension InterceptingClient<HandleClient> {
    fileprivate func text(_ path: String) async throws -> String {
        try await awaitReply("TEXT \(path)") { reply in
            let handle = base.load(path) { reply.completion($0) }
            reply.onCancel(handle, HandleClient.Handle.cancel)
        }
    }
}

/// Runs an action when it is released.
private final class ActionOnRelease: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}
