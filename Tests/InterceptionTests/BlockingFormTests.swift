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

    @Test func `the blocking form throws on the main queue and does not run the body (P5)`() async {
        let result = await onWorker(.main) {
            try withBlockingRequestGroup { Issue.record("It must not run.") }
        }
        let error = result.reportedFailure as? BlockingRequestGroupError
        #expect(error?.reason == .mainThread)
        #expect(error?.description.contains("would block the main thread") == true)
    }

    @Test func `the blocking form throws inside a task and does not run the body (P5)`() {
        let error = #expect(throws: BlockingRequestGroupError.self) {
            try withBlockingRequestGroup { Issue.record("It must not run.") }
        }
        #expect(error?.reason == .insideTask)
    }

    @Test func `the blocking form blocks in a callback on a plain thread`() async throws {
        let inside = Journal<Bool>()
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: .limit(1)) {
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

    @Test func `the blocking form throws in a callback on a thread of a task`() async throws {
        let inside = Journal<Bool>()
        try await withRequestGroup(options: .limit(1)) {
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

    @Test func `the blocking form throws in a task that such a callback created`() async throws {
        let inside = Journal<Bool>()
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: .limit(1)) {
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

    @Test func `the blocking form returns at its deadline without an answer (P5)`() async throws {
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

    @Test func `the blocking form throws every failure (P5)`() async throws {
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

    @Test
    func `a blocking body that throws cancels the outstanding requests and waits for them (C3)`()
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
