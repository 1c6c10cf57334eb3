@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Services in a request group` {
    let client = ManualSender()
    let mediator: ServiceMediator
    let results = Journal<String>()

    init() { mediator = ServiceMediator(client) }

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
