@Suite(.timeLimit(.minutes(10))) struct `Services and envelopes on a real server` {
    private struct Page: Decodable {
        let page: Int
        let next: Int?
    }

    private let envelope = ResponseEnvelope()
    private let session = InterceptingClient(
        configuration: .ephemeral,
        settings: InterceptionSettings { $0.limiter = RequestLimiter() },
        statusCheck: .successful
    )

    private func mediator(_ server: Server) throws -> ServiceMediator {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        return ServiceMediator(client: session, baseURL: url)
    }

    @Test func `a service returns its typed value through any client`() async throws {
        let mediator = try mediator(try await Server.shared.value)
        let page = ServiceDefinition<Page>("pages/{page}", envelope: envelope)
        let answer = try await mediator.send(page, parameters: ["page": 2])
        #expect(answer.page == 2)
        #expect(answer.next == 3)
        mediator.client = InterceptingClient(configuration: .ephemeral)
        #expect(try await mediator.send(page, parameters: ["page": 3]).next == nil)
    }

    @Test func `a service throws errors of status, network and envelope`() async throws {
        let mediator = try mediator(try await Server.shared.value)
        func send(_ path: String) async throws {
            _ = try await mediator.send(ServiceDefinition<NoPayload>(path, envelope: envelope))
        }
        await #expect(throws: HTTPStatusError.self) { try await send("missing") }
        await #expect(throws: URLError.self) { try await send("reset") }
        await #expect(throws: EnvelopeError.self) { try await send("empty") }
        let error = await #expect(throws: EnvelopeError.self) { try await send("rejected") }
        #expect(error?.code == .integer(7))
        #expect(error?.message == "not today")
    }
}
