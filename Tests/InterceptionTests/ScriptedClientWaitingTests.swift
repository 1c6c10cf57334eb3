import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `A scripted client in asynchronous code and on several threads` {
    let client = ScriptedClient<String>()

    @Test func `An awaited request returns the value, or throws the error`() async throws {
        async let value = client.send("a")
        let failing = Task { try await client.send("b") }
        let losing = Task { try await client.send("c") }
        try await client.waitForRequests("a", "b", "c")
        try client.answer("a", with: .success("ok").then(.success("not this")))
        try client.answer("b", with: .failure(ClientError("no")))
        try client.answer("c", with: .dropped)
        #expect(try await value == "ok")
        await #expect(throws: ClientError("no")) { try await failing.value }
        await #expect(throws: LostCallbackError(label: "c")) { try await losing.value }
    }

    @Test func `Cancelling the task that awaits a request cancels the request`() async throws {
        let task = Task { try await client.send("a") }
        try await client.waitForRequests("a")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.cancelled == ["a"])
    }

    @Test func `An awaited request is in a group only if a wrapper puts it there`() async throws {
        try await withRequestGroup { group in
            async let value = client.send("a")
            try await client.waitForRequests("a")
            #expect(group.outstanding == [])
            try client.answer("a", with: .success("ok"))
            _ = try await value
            #expect(group.progress.total == 0)
        }
    }

    @Test func `Waiting for requests ends when each has been issued as often as it is named`()
        async throws
    {
        let waiting = Task {
            try await client.waitForRequests("a", "b", "a")
            return client.issued
        }
        for label in ["a", "b"] { client.send(label) { _ in } }
        try client.answer("a", with: .success("answered ones count, too"))
        for label in ["c", "a"] { client.send(label) { _ in } }
        #expect(try await Set(waiting.value).isSuperset(of: ["a", "b", "a #2"]))
        // A task that is cancelled does not wait, and so tells whether it would have to.
        let impatient = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await client.waitForRequests("a", "b", "a", "c")
            try await client.waitForRequests("a", "a", "a")
        }
        let error = await #expect(throws: ScriptedClientError.self) { try await impatient.value }
        #expect(error?.code == .notIssued)
        #expect(error?.label == "a")
        let content = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await client.waitForRequests("c", "a", "a", "b")
        }
        try await content.value
    }

    @Test func `Waiting ends with an error when its task is cancelled`() async throws {
        let started = Gate()
        client.send("other") { _ in }
        let waiting = Task {
            started.open()
            try await client.waitForRequests("never")
        }
        await started.opened()
        waiting.cancel()
        let error = await #expect(throws: ScriptedClientError.self) { try await waiting.value }
        #expect(error?.description == "never: no such request was issued; outstanding: other")
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await client.waitForRequests("never")
        }
        await #expect(throws: ScriptedClientError.self) { try await late.value }
    }

    // MARK: - Threads

    @Test func `Requests are issued, answered and cancelled from several threads at once`() {
        let client = ScriptedClient(answers: .success("ok"))
        let answered = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 1...200 {
                let request = client.send("\(thread)/\(number)") { _ in
                    answered.withLock { $0 += 1 }
                }
                if number.isMultiple(of: 5) { request.cancel() }
                if number.isMultiple(of: 3) { _ = try? client.answerNext() }
            }
            try? client.answerAll(maximum: .max)
        }
        #expect(answered.withLock { $0 } == 1_600)
        #expect(Set(client.issued).count == 1_600)
        #expect(client.order.count == 1_600)
        #expect(client.outstanding == [])
    }
}
