import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The blocking form of a group` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    /// Runs the closure on a thread of no task.
    private func onWorker<Value: Sendable>(
        _ queue: DispatchQueue = DispatchQueue(label: "worker"),
        _ body: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { try body() }) }
        }
    }

    @Test func `a worker thread is blocked until every request has left (P5)`() async throws {
        let steps = Journal<String>()
        async let answering: Void = {
            await client.started.contains("a")
            steps.append("answering")
            try client.succeed("a")
        }()
        let value = await onWorker { [network] in
            defer { steps.append("returned") }
            return try withBlockingRequestGroup { group in
                network.get(
                    "a",
                    success: { _ in steps.append(RequestGroup.current?.name ?? "none") }
                )
                return group.outstanding
            }
        }
        try await answering
        #expect(try value.get() == ["GET a"])
        #expect(steps.entries.first == "answering")
        #expect(steps.entries.count == 3)
        #expect(steps.entries.last == "returned")
    }

    @Test func `P5: on the main queue it refuses, and does not run the body`() async {
        let result = await onWorker(.main) {
            try withBlockingRequestGroup { Issue.record("It must not run.") }
        }
        let error = result.reportedFailure as? BlockingRequestGroupError
        #expect(error?.reason == .mainThread)
        #expect(error?.description.contains("would block the main thread") == true)
    }

    @Test func `P5: inside a task it refuses, and does not run the body`() {
        let error = #expect(throws: BlockingRequestGroupError.self) {
            try withBlockingRequestGroup { Issue.record("It must not run.") }
        }
        #expect(error?.reason == .insideTask)
    }

    @Test func `in the callback of a request that has waited on a plain thread it blocks`()
        async throws
    {
        let inside = Journal<Bool>()
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: .serial) {
                network.get("first")
                network.get(
                    "waiting",
                    success: { _ in
                        inside.append((try? withBlockingRequestGroup { true }) ?? false)
                    }
                )
                OwnThread { [client] in
                    try client.succeed("first")
                    try client.succeed("waiting")
                }
            }
        }
        try result.get()
        #expect(inside.entries == [true])
    }

    @Test func `in a callback on the thread of a task it refuses, though the request has waited`()
        async throws
    {
        let inside = Journal<Bool>()
        try await withRequestGroup(options: .serial) {
            let instant = InterceptingClient(ManualClient { $0.succeed() })
            network.get("first")
            instant.get(
                "waiting",
                success: { _ in
                    inside.append((try? withBlockingRequestGroup { true }) ?? false)
                }
            )
            // Starts the second on this thread, where it is answered.
            try client.succeed("first")
        }
        #expect(inside.entries == [false])
    }

    @Test func `in a task that such a callback has made it refuses`() async throws {
        let inside = Journal<Bool>()
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: .serial) {
                network.get("first")
                network.get(
                    "waiting",
                    success: { _ in
                        Task {
                            let block = { try withBlockingRequestGroup { true } }
                            inside.append((try? block()) ?? false)
                        }
                    }
                )
                OwnThread { [client] in
                    try client.succeed("first")
                    try client.succeed("waiting")
                }
            }
        }
        try result.get()
        #expect(await inside.first(1) == [false])
    }

    @Test func `P5: with a deadline it returns although nobody answers`() async throws {
        let clock = ManualClock()
        async let advancing: Void = clock.advanceWhenAsleep(by: .seconds(1))
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
                network.get("a")
            }
        }
        await advancing
        let error = try #require(result.reportedFailure as? RequestGroupError)
        #expect(error.code == .timedOut)
        #expect(error.failures.map(\.label) == ["GET a"])
    }

    @Test func `P5: it throws every failure`() async throws {
        let failing = InterceptingClient(ManualClient { $0.fail() })
        let result = await onWorker {
            try withBlockingRequestGroup {
                failing.get("a")
                failing.get("b")
            }
        }
        let error = try #require(result.reportedFailure as? RequestGroupError)
        #expect(error.failures.map(\.label) == ["GET a", "GET b"])
    }

    @Test func `C3: a blocking body that throws cancels what is outstanding and waits for it`()
        async
    {
        let handles = HandleClient()
        let seen = Journal<Int>()
        let result = await onWorker {
            try withBlockingRequestGroup {
                _ = InterceptingClient(handles).load("a") { _ in seen.append(1) }
                throw ClientError("body")
            }
        }
        #expect(result.reportedFailure as? ClientError == ClientError("body"))
        #expect(seen.entries == [1])
    }
}
