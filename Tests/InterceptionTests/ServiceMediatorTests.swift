@testable import InterceptionTestSupport

private let profile = ServiceDefinition<String>("profile")
private let wrapped = ServiceDefinition<[Int]>("wrapped", envelope: ResponseEnvelope())

@Suite(.timeLimit(.ordinary)) struct `Services that are sent through a client` {
    let client = ManualSender()
    let mediator: ServiceMediator
    let results = Journal<String>()

    init() { mediator = ServiceMediator(client) }

    /// Records a result after the mark.
    private func note<Value>(_ mark: String = "") -> @Sendable (Result<Value, any Error>) -> Void {
        { [results] result in
            switch result {
            case .success(let value): results.append("\(mark)\(value)")
            case .failure(let error): results.append("\(mark)\(error)")
            }
        }
    }

    @Test func `a service with an envelope returns the envelope's payload or error`() throws {
        for body in [#"{"code": 0, "data": [7]}"#, #"{"code": 3, "message": "no"}"#, ""] {
            mediator.send(wrapped, completion: note())
            try client.take().succeed(body)
        }
        #expect(results.entries == ["[7]", "the server answered with code 3", "the body is empty"])
    }

    @Test func `an unregistered service fails after send has returned (I3)`() async throws {
        sendHoldingItsAnswer()
        let error = "service “profile”: no service of this name is registered"
        #expect(await results.waitForFirst(2) == ["returned", error])
        #expect(client.sent.entries.isEmpty)
    }

    /// An answer on another thread waits until this method has returned, so an answer during the call would
    /// deadlock.
    private func sendHoldingItsAnswer() {
        let (lock, note) = (NSLock(), note() as @Sendable (Result<String, any Error>) -> Void)
        lock.lock()
        defer { lock.unlock() }
        mediator.send("profile", as: String.self) { result in
            lock.lock()
            defer { lock.unlock() }
            note(result)
        }
        results.append("returned")
    }

    @Test func `sending a registered service for another response type fails (I3)`() async throws {
        mediator.register(profile)
        mediator.send("profile", as: Int.self, completion: note())
        let error = "service “profile”: its response has the type String, not Int"
        #expect(await results.waitForFirst(1) == [error])
    }

    @Test func `sending a service by name uses the definition that was registered last`() throws {
        mediator.register(profile)
        mediator.register(ServiceDefinition<String>("profile", path: "v2/profile"))
        mediator.send("profile", as: String.self, parameters: ["id": 7], completion: note())
        try client.take("v2/profile?id=7").succeed(#""Ann""#)
        #expect(results.entries == ["Ann"])
    }

    @Test func `a replaced client still answers its outstanding requests`() throws {
        mediator.send(profile, completion: note("old "))
        let other = ManualSender()
        mediator.client = other
        mediator.baseURL = try #require(URL(string: "http://b.test"))
        mediator.send(profile, completion: note("new "))
        try other.take("profile").succeed()
        try client.take("profile").succeed()
        #expect(results.entries == ["new ok", "old ok"])
    }

    @Test func `calls with equal parameters have different identities`() throws {
        let listener = ListeningJournal()
        mediator.addListener(listener)
        let calls = (0..<3).map { index in
            mediator.send(profile, parameters: ["id": 7], completion: note("\(index) "))
        }
        #expect(Set(calls.map(\.id)).count == 3)
        let requests = client.takeAll()
        for index in [1, 2, 0] { requests[index].succeed("\"answer \(index)\"") }
        #expect(results.entries == ["1 answer 1", "2 answer 2", "0 answer 0"])
        #expect(listener.ends.entries.map(\.call.id) == [calls[1].id, calls[2].id, calls[0].id])
        let values = listener.ends.entries.map { try? $0.result.get() as? String }
        #expect(values == ["answer 1", "answer 2", "answer 0"])
    }

    @Test(arguments: [true, false])
    func `the handle of a service's request is retained until its end`(isImmediate: Bool) throws {
        let tokens = LiveCount()
        let base = isImmediate ? ManualSender(immediateAnswer: { $0.succeed() }) : client
        mediator.client = KeepingSender(sender: base, living: tokens)
        let call = mediator.send(profile, completion: note())
        if !isImmediate {
            #expect(tokens.value == 1)
            try client.take().succeed()
        }
        #expect(tokens.value == 0)
        withExtendedLifetime(call) {}
    }

    @Test func `a service call continues after its mediator was released`() throws {
        var mediator: ServiceMediator? = ServiceMediator(client)
        mediator?.send(profile, completion: note())
        mediator = nil
        try client.take().succeed()
        #expect(results.entries == ["ok"])
    }

    @Test func `a service can be awaited by its name`() async throws {
        mediator.register(profile)
        async let answer = mediator.send("profile", as: String.self, parameters: ["id": 7])
        #expect(await client.sent.waitForFirst(1) == ["profile?id=7"])
        try client.take().succeed()
        #expect(try await answer == "ok")
        await #expect(throws: ServiceError.self) {
            try await mediator.send("profile", as: Int.self)
        }
        await #expect(throws: ServiceError.self) { try await mediator.send("other", as: Int.self) }
    }

    @Test func `an awaited service throws errors of the client and of decoding`() async throws {
        mediator.client = ManualSender(immediateAnswer: { $0.fail("offline") })
        await #expect(throws: ClientError("offline")) { try await mediator.send(profile) }
        mediator.client = ManualSender(immediateAnswer: { $0.succeed("7") })
        await #expect(throws: DecodingError.self) { try await mediator.send(profile) }
    }

    @Test func `after the deadline a client that never answers is released (P3)`() async throws {
        let clock = ManualClock()
        weak var sender: ManualSender?
        let (ending, sent) = {
            let client = ManualSender()
            sender = client
            let mediator = ServiceMediator(client)
            let ending = Task {
                try await withRequestGroup(options: clock.timeout) {
                    _ = try await mediator.send(profile)
                }
            }
            return (ending, client.sent)
        }()
        _ = await sent.waitForFirst(1)
        await clock.advanceWhenAsleep(by: .seconds(1))
        await #expect(throws: RequestGroupError.self) { try await ending.value }
        // Another thread may release the last reference.
        await yieldWhile { sender != nil }
    }

    private func send(_ name: String, parameters: ServiceParameter = [:]) -> ServiceCall {
        mediator.send(ServiceDefinition<String>(name), parameters: parameters) { [results] result in
            let place = RequestGroup.current?.name ?? "no group"
            switch result {
            case .success(let value): results.append("\(name) \(value) in \(place)")
            case .failure(let error): results.append("\(name) \(type(of: error)) in \(place)")
            }
        }
    }

    @Test func `a plan of a service has the settings of its mediator's client (P1)`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let optional = session.requests(isOptional: true)
        let own = ServiceMediator(client: optional, baseURL: try server.url(""))
        let failures = try await failuresOfGroup("page") { _ in
            _ = session.perform(own.plan(ServiceDefinition<String>("a"))) { _ in }
            try await server.fail("a", with: URLError(.timedOut))
        }
        #expect(failures.map(\.isOptional) == [true])
    }

    @Test func `a second answer while the first is decoded has no effect (M1, M2)`() async throws {
        let answer = Locked<ManualSender.Call?>(nil)
        let twice = ServiceDefinition<Int>("a") { _ in
            answer.withLock { $0 }?.succeed()
            throw ClientError("bad")
        }
        let failures = try await failuresOfGroup("page") { _ in
            mediator.send(twice) { [results] _ in results.append("ended") }
            let call = try client.take("a")
            answer.withLock { $0 = call }
            call.succeed()
            answer.withLock { $0 = nil }
        }
        #expect(results.entries == ["ended"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("bad")])
    }

    @Test func `printed calls and errors omit a query in a service name (O3)`() async throws {
        let call = send("a?token=secret")
        #expect("\(call)" == "a #\(call.id)")
        try client.take("a?token=secret").succeed()
        let failures = try await failuresOfGroup { _ in
            let unknown = mediator.send("b?token=secret", as: String.self) { [results] result in
                results.append("\(result)")
            }
            #expect("\(unknown)" == "b #\(unknown.id)")
        }
        #expect(failures.map(\.label) == ["b"])
        let printed = await results.waitForFirst(2).joined()
        #expect(printed.contains("“b”: no service"))
        let error = ServiceError(serviceName: "b?token=secret", reason: .invalidURL)
        #expect(!error.localizedDescription.contains("secret"))
    }

    // On the main actor, a rejection is reported after the body, so a permit would be held until then.
    @Test @MainActor func `a service that cannot be sent takes no permit (I3, P4)`() async throws {
        var failures: [RequestFailure] = []
        do {
            try await withRequestGroup("page", options: .limit(1)) {
                _ = send("users/{id}")
                mediator.send("unknown", as: Int.self) { [results] _ in
                    results.append("b \(RequestGroup.current?.name ?? "no group")")
                }
                _ = send("a")
                try client.take("a").succeed()
            }
        } catch let error as RequestGroupError { failures = error.failures }
        let expected: Set = ["users/{id} ServiceError in page", "b page", "a ok in page"]
        #expect(Set(results.entries) == expected)
        #expect(failures.map(\.label) == ["users/{id}", "unknown"])
        #expect(failures.allSatisfy { $0.error is ServiceError })
    }
}
