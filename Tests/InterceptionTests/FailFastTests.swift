import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Failing fast, and cancel handlers` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `the first failure prevents waiting requests from starting (P1)`() async throws {
        let queue = DispatchQueue(label: "of the client")
        let queued = InterceptingClient(client, settings: InterceptionSettings { $0.queue = queue })
        let refused = Journal<String>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .limit(1), .failFast) {
                queued.get("a")
                queued.get("b", failure: { _ in refused.append("b") })
                try client.fail("a")
                await drained(queue)
                if client.started.entries.contains("b") { try client.fail("b", with: "started") }
            }
        }
        #expect(client.started.entries == ["a"])
        #expect(refused.entries.count == 1)
        #expect(error?.causes.map(\.label) == ["GET a"])
        #expect(error?.echoes.map(\.label) == ["GET b"])
    }

    @Test func `under a limit a failure of its own is a cause (P1)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .limit(2), .failFast) {
                network.get("a")
                network.get("b")
                try client.fail("a")
                // Nothing has cancelled it: its client cannot cancel.
                try client.fail("b", with: "500")
            }
        }
        #expect(error?.causes.map(\.label) == ["GET a", "GET b"])
    }

    @Test func `a failure before the group was cancelled is a cause (P1)`() async throws {
        struct Client: RequestIntercepting {}
        let failed = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                Client().intercept("a") { call in
                    call.onCancel {}
                    call.wrap(.failure { (_: any Error) in group.cancel() })(ClientError("no"))
                }
            }
        }
        #expect(failed?.causes.map(\.label) == ["a"])
        #expect(failed?.echoes.map(\.label) == [])
    }

    @Test func `a request that ends as cancelled is no cause, and cancels no other (P1)`() async {
        let outcome = await withRequestGroupOutcome(options: .failFast) { group in
            let other = group.enter("b")
            group.enter("a")?.leave(throwing: CancellationError())
            #expect(!group.isCancelled)
            other?.leave()
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
    }

    @Test func `the error of a cancelled request is a consequence (P1)`() async throws {
        let handles = HandleClient()
        let answers = Journal<String>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .failFast) {
                for path in ["a", "b", "c"] {
                    _ = InterceptingClient(handles).load(path) { answers.append("\(path) \($0)") }
                }
                handles.answer("b", with: .failure(ClientError("500")))
            }
        }
        #expect(answers.entries.count == 3)
        #expect(error?.causes.map(\.label) == ["LOAD b"])
        #expect(error?.echoes.map(\.label) == ["LOAD a", "LOAD c"])
    }

    @Test func `the cancel handler of a request runs once, however often it is cancelled (P2)`()
        async throws
    {
        let actions = Journal<String>()
        try await withRequestGroup(options: .tolerant) { group in
            for path in ["a", "b"] {
                network.intercept(path) { call in
                    call.onCancel { actions.append(path) }
                    client.get(path, success: call.wrap(.success { _ in }), failure: nil)
                }
            }
            try client.succeed("a")
            group.cancel()
            group.cancel()
            try client.succeed("b")
        }
        #expect(actions.entries == ["b"])
    }

    @Test func `a cancel handler added after cancelling runs at once (P2)`() async throws {
        let actions = Journal<String>()
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a") { call in
                group.cancel()
                call.onCancel { actions.append("a") }
                #expect(actions.entries == ["a"])
                call.wrap(.success {})()
            }
        }
        #expect(actions.entries == ["a"])
    }

    @Test func `a cancel handler may use the group, as no lock is held (P2)`() async throws {
        let seen = Journal<[String]>()
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a") { call in
                call.onCancel {
                    seen.append(group.outstanding)
                    try? client.fail("a")
                    seen.append(group.outstanding)
                }
                client.get("a", success: nil, failure: call.wrap(.failure { (_: any Error) in }))
            }
            group.cancel()
        }
        #expect(seen.entries == [["a"], []])
    }

    @Test func `cancelling the task that awaits the group cancels the group (P2)`() async throws {
        let handles = HandleClient()
        let entered = Gate()
        let task = Task {
            try await withRequestGroup {
                _ = InterceptingClient(handles).load("a") { _ in }
                entered.open()
            }
        }
        await entered.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
