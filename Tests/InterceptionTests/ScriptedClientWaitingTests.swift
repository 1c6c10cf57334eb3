@testable import InterceptionTestSupport

@Suite struct `A scripted client in asynchronous code and on several threads` {
    let client = ScriptedClient<String>()

    @Test func `an awaited request returns the value, or throws the error`() async throws {
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

    @Test func `cancelling the task that awaits a request cancels the request (P2)`() async throws {
        let task = Task { try await client.send("a") }
        try await client.waitForRequests("a")
        task.cancel()
        await yieldWhile { client.cancelled != ["a"] }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `waitForRequests waits until each label is issued as often as named`() async throws {
        let waiting = Task {
            try await client.waitForRequests("a", "b", "a")
            return client.issued
        }
        for label in ["a", "b"] { client.send(label) { _ in } }
        try client.answer("a", with: .success("answered requests count, too"))
        for label in ["c", "a"] { client.send(label) { _ in } }
        #expect(try await Set(waiting.value).isSuperset(of: ["a", "b", "a #2"]))
        // In a cancelled task `waitForRequests` throws where it would wait.
        let impatient = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await client.waitForRequests("a", "b", "a", "c")
            try await client.waitForRequests("a", "b", "a", "a")
        }
        let error = await #expect(throws: ScriptedClientError.self) { try await impatient.value }
        #expect(error?.code == .notIssued)
        #expect(error?.label == "a")
        let content = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await client.waitForRequests("c", "a", "a", "b")
            try await client.waitForRequests("a")
        }
        await #expect(throws: Never.self) { try await content.value }
    }

    @Test func `waitForRequests throws if its task is cancelled`() async throws {
        let started = Gate()
        client.send("other") { _ in }
        let waiting = Task {
            started.open()
            try await client.waitForRequests("never")
        }
        await started.waitUntilOpen()
        waiting.cancel()
        let error = await #expect(throws: ScriptedClientError.self) { try await waiting.value }
        #expect(error?.description == "never: no such request was issued; outstanding: other")
    }

    @Test func `requests can be issued, answered and cancelled on several threads at once`() {
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
