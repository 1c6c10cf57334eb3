@testable import InterceptionTestSupport

@Suite struct `A scripted client` {
    let client = ScriptedClient<String>()
    let seen = Journal<String>()

    private func send(_ label: String) {
        client.send(label) { [seen] result in seen.append("\(label): \(words(result))") }
    }

    @Test func `every shape of callbacks gets either the value or the error`() throws {
        for answer in [ScriptedAnswer.success("ok"), .failure(ClientError("no"))] {
            client.send("a", success: { seen.append($0) }, failure: { seen.append(words($0)) })
            client.send("b") { value, error in seen.append("\(value ?? "-") \(words(error))") }
            client.send("c") { result in seen.append(words(result)) }
            client.send("d", success: nil, failure: nil)
            for label in ["a", "b", "c", "d"] { try client.answer(label, with: answer) }
        }
        #expect(seen.entries == ["ok", "ok -", "ok", "no", "- no", "no"])
    }

    @Test func `requests of one label are numbered, and the label selects the oldest`() throws {
        for label in ["a", "b", "a", "a", "b #2", "b", "b #2", "a"] { send(label) }
        #expect(client.issued == ["a", "b", "a #2", "a #3", "b #2", "b #3", "b #2 #2", "a #4"])
        try client.answer("a #2", with: .success("by name"))
        try client.answer("a", with: .success("first"))
        try client.answer("a", with: .success("the oldest"))
        #expect(client.order == ["a #2", "a", "a #3"])
        client.send("a") { seen.append(words($0)) }.cancel()
        #expect(client.cancelled == ["a #5"])
    }

    @Test func `a request can be answered twice, with success and with failure`() throws {
        send("a")
        send("b")
        try client.answer("a", with: .success("1").then(.success("2")))
        try client.answer("b", with: .success("3").then(.failure(ClientError("no"))))
        #expect(seen.entries == ["a: 1", "a: 2", "b: 3", "b: no"])
        #expect(client.order == ["a (succeeded, succeeded)", "b (succeeded, failed)"])
    }

    @Test(arguments: ["answered", "dropped", "wrong script"])
    func `a scripted client releases callbacks once answered or dropped`(way: String) throws {
        let living = LiveCount()
        func send() {
            let token = living.token()
            client.send("a") { _ in token.touch() }
        }
        send()
        #expect(living.value == 1)
        switch way {
        case "answered": try client.answer("a", with: .success("ok"))
        case "dropped": try client.answer("a", with: .dropped)
        default:
            #expect(throws: ScriptedClientError.self) {
                try client.answer("b", with: .success("ok"))
            }
        }
        #expect(living.value == 0)
        #expect(client.outstanding == [])
    }

    @Test func `answering a label that is not outstanding throws, and drops all requests`() throws {
        send("a")
        send("b")
        try client.answer("a", with: .success("ok"))
        let error = #expect(throws: ScriptedClientError.self) {
            try client.answer("a", with: .success("again"))
        }
        #expect(error?.code == .notOutstanding)
        #expect(error?.label == "a")
        #expect(error?.outstanding == ["b"])
        #expect(error?.description == "a: no such request is outstanding; outstanding: b")
        #expect(error?.localizedDescription == error?.description)
        #expect(client.outstanding == [])
    }

    @Test func `answerAtOnce answers requests before send returns, until it is reset`() {
        client.answerAtOnce("a", with: .success("cached"))
        send("a")
        send("b")
        #expect(seen.entries == ["a: cached"])
        #expect(client.order == ["a (at once)"])
        client.answerAtOnce("a", with: nil)
        send("a")
        #expect(client.outstanding == ["b", "a #2"])
    }

    @Test func `callbacks of a scripted client may send and answer requests`() throws {
        client.answerAtOnce("c", with: .success("3"))
        client.send("a") { _ in
            send("b")
            try? client.answer("b", with: .success("2"))
            send("c")
        }
        try client.answer("a", with: .success("1"))
        #expect(seen.entries == ["b: 2", "c: 3"])
        #expect(client.issued == ["a", "b", "c"])
        #expect(client.order == ["a", "b", "c (at once)"])
    }

    @Test func `answerAll answers requests in issue order, follow-ups included`() throws {
        client.prepare("b", with: .failure(ClientError("no")), .success("never"))
        for label in ["a", "c", "d"] { client.prepare(label, with: .success("ok")) }
        client.send("a") { _ in send("d") }
        send("b")
        send("c")
        #expect(try client.answerNext() == "a")
        #expect(client.outstanding == ["b", "c", "d"])
        try client.answerAll()
        #expect(seen.entries == ["b: no", "c: ok", "d: ok"])
        #expect(try client.answerNext() == nil)
    }

    @Test func `answerAll throws if a request has no prepared answer`() throws {
        send("a")
        send("b")
        client.prepare("a", with: .success("ok"))
        let error = #expect(throws: ScriptedClientError.self) { try client.answerAll() }
        #expect(error?.code == .noAnswer)
        #expect(error?.label == "b")
        #expect(seen.entries == ["a: ok"])
    }

    @Test func `answerAll throws only if more requests remain than its maximum`() throws {
        let client = ScriptedClient<String>(answers: .failure(ClientError("no")))
        func poll() { client.send("poll") { _ in poll() } }
        poll()
        let error = #expect(throws: ScriptedClientError.self) { try client.answerAll(maximum: 20) }
        #expect(error?.code == .noEnd)
        #expect(error?.label == "poll #21")
        #expect(client.order.count == 20)
        let patient = ScriptedClient(answers: .success("ok"))
        for label in 1...20 { patient.send("\(label)") { _ in } }
        try patient.answerAll(maximum: 20)
        #expect(patient.order.count == 20)
    }

    @Test(arguments: [true, false])
    func `a request is recorded as cancelled once, and never after its answer`(fails: Bool) throws {
        if !fails { client.answerCancelled(with: nil) }
        let request = client.send("a") { seen.append(words($0)) }
        let answered = client.send("b") { seen.append(words($0)) }
        try client.answer("b", with: .success("ok"))
        for request in [request, request, answered] { request.cancel() }
        #expect(client.cancelled == ["a"])
        #expect(seen.entries == (fails ? ["ok", "CancellationError()"] : ["ok"]))
        #expect(client.order == (fails ? ["b", "a (cancelled, failed)"] : ["b"]))
        #expect(client.outstanding == (fails ? [] : ["a"]))
    }

    @Test func `answerCancelled lets a test answer or drop cancelled requests`() throws {
        client.answerCancelled(with: nil)
        client.send("a") { seen.append(words($0)) }.cancel()
        #expect(client.outstanding == ["a"])
        try client.answer("a", with: .success("too late to cancel"))
        client.answerCancelled(with: .dropped)
        client.send("b") { seen.append(words($0)) }.cancel()
        #expect(seen.entries == ["too late to cancel"])
        #expect(client.order == ["a", "b (cancelled, dropped)"])
    }

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
        let (client, answered) = (ScriptedClient(answers: .success("ok")), Locked(0))
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

private func words(_ result: Result<String, any Error>) -> String {
    switch result {
    case .success(let value): value
    case .failure(let error): words(error)
    }
}

private func words(_ error: (any Error)?) -> String {
    if let error = error as? ClientError { return error.reason }
    return error.map { "\($0)" } ?? "-"
}
