import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Plans` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let request = URLRequest(path: "a")

    @Test func `a request is performed, and awaited`() async throws {
        let task = Task { try await sender.perform(request) }
        await client.started.contains("a")
        try client.succeed("a", with: "done")
        #expect(try await task.value.text == "done")
    }

    @Test func `a request is performed, and called back where the client does`() async throws {
        let answers = Journal<String>()
        let mark = QueueMark()
        sender.perform(request) { answers.append("\($0.text) \(mark.isCurrent)") }
        let call = try client.take("a")
        mark.queue.async { call.succeed() }
        #expect(await answers.first(1) == ["ok true"])
    }

    @Test func `the error is the client's own`() async throws {
        let task = Task { try await sender.perform(request) }
        await client.started.contains("a")
        try client.fail("a", with: "broken")
        await #expect(throws: ClientError("broken")) { try await task.value }
    }

    @Test func `an answer is made into another, and an error in that fails the plan and the group`()
        async throws
    {
        let plan = RequestPlan(request).map { response in
            if response.text == "bad" { throw ClientError("bad") }
            return response.text.count
        }
        for text in ["good", "bad"] {
            let (answers, client) = (Journal<String>(), ManualClient())
            let failures = try await withRequestGroup(options: .tolerant) { group in
                PathSender(client: client).perform(plan) { answers.append("\($0)") }
                try client.succeed("a", with: text)
                return group
            }
            .failures
            #expect(answers.entries.count == 1)
            #expect(answers.entries.first?.contains("4") == (text == "good"))
            #expect(
                failures.map { $0.error as? ClientError }
                    == (text == "good" ? [] : [ClientError("bad")])
            )
        }
    }

    @Test
    func `a client that answers again meanwhile does not end the group of the first answer (M1)`()
        async throws
    {
        let (client, steps) = (ManualClient(), Journal<String>())
        let call = Locked<ManualCall?>(nil)
        withRequestGroup("page", options: .tolerant, queue: .global()) {
            PathSender(client: client).perform(URLRequest(path: "a")) { _ in
                call.withLock { $0.take() }?.succeed()
                let membership = RequestGroup.current?.enter("follow-up")
                steps.append(membership == nil ? "too late" : "joined")
                membership?.leave()
            }
        } completion: { _ in
            steps.append("completed")
        }
        let taken = try client.take("a")
        call.withLock { $0 = taken }
        taken.succeed()
        #expect(await steps.first(2) == ["joined", "completed"])
    }

    @Test func `over a real session`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        async let response = session.perform(server.request("a"))
        try await server.answer("a", with: "done", status: 201)
        #expect(try await response.text == "done")
        #expect(try await response.statusCode == 201)
    }

    @Test func `a client that releases the completion throws instead of hanging`() async throws {
        let task = Task { try await sender.perform(request) }
        await client.started.contains("a")
        try client.lose("a")
        await #expect(throws: LostCallbackError.self) { try await task.value }
    }

    @Test func `a client that releases the handle with the completion throws`() async throws {
        let client = HandleClient()
        let task = Task { try await HandleSender(client: client).perform(request) }
        await client.started.contains("a")
        client.lose("a")
        await #expect(throws: LostCallbackError.self) { try await task.value }
    }

    @Test func `a completion that the client releases is called with an error`() async throws {
        let answers = Journal<String>()
        sender.perform(request) { answers.append($0.text) }
        try client.lose("a")
        #expect(answers.entries == ["LostCallbackError"])
    }

    @Test func `a plan uses the first of two answers`() async throws {
        let answers = Journal<String>()
        let plan = RequestPlan(request).onCompletion { answers.append("own \($0.text)") }
        sender.perform(plan) { answers.append($0.text) }
        let call = try client.take("a")
        call.succeed("first")
        call.fail("second")
        #expect(answers.entries == ["own first", "first"])
    }

    @Test func `the task that awaits it cancels it`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let request = try server.request("a")
        let task = Task { try await session.perform(request) }
        await server.arrived.contains("a")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let gate = Gate()
        let task = Task {
            await gate.opened()
            return try await sender.perform(request)
        }
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.started.entries.isEmpty)
    }

    @Test func `at the deadline of its group an awaited plan ends`() async throws {
        let clock = ManualClock()
        let error = await #expect(throws: RequestTimeoutError.self) {
            try await withRequestGroup(options: .timeout(.seconds(1), clock: clock)) { group in
                async let response = UncancellableSender(client: client).perform(request)
                await client.started.contains("a")
                #expect(group.outstanding == ["GET a"])
                await clock.advanceWhenAsleep(by: .seconds(1))
                _ = try await response
            }
        }
        #expect(error != nil)
        try client.succeed("a")
    }

    @Test func `the handle of a sent plan cancels it`() async throws {
        let answers = Journal<String>()
        let sent = sender.perform(request) { answers.append($0.text) }
        sent.cancel()
        sent.cancel()
        #expect(answers.entries == ["CancellationError"])
    }

    @Test func `own completions run first, the innermost before all others, in the group`()
        async throws
    {
        let answers = Journal<String>()
        let network = InterceptingClient(client)
        let plan = RequestPlan(request)
            .onCompletion { _ in
                answers.append("first, in \(RequestGroup.current?.name ?? "none")")
                network.get("follow-up")
            }
            .onCompletion { _ in answers.append("second") }
        let group = try await withRequestGroup("page") { group in
            sender.perform(plan) { answers.append($0.text) }
            try client.succeed("a")
            #expect(group.outstanding == ["GET follow-up"])
            try client.succeed("follow-up")
            return group
        }
        #expect(answers.entries == ["first, in page", "second", "ok"])
        #expect(group.progress.total == 2)
    }

    @Test func `a plan can be performed again and again, by any sender`() async throws {
        let plan = RequestPlan(request).then { URLRequest(path: $0.text) }
        for _ in 0..<2 {
            let answers = Journal<String>()
            sender.perform(plan) { answers.append($0.text) }
            try client.succeed("a", with: "b")
            try client.succeed("b")
            #expect(answers.entries == ["ok"])
        }
        let other = HandleClient()
        let task = Task { try await HandleSender(client: other).perform(plan) }
        await other.started.contains("a")
        other.answer("a", with: .success("b"))
        other.answer("b", with: .success("other"))
        #expect(try await task.value.text == "other")
    }

    @Test func `a description shows no secret`() throws {
        let response = LoadedResponse(text: "secret")
        #expect("\(response)" == "no HTTP status, 6 bytes")
    }
}
