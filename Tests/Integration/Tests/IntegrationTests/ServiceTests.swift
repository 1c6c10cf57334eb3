import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct `Services, envelopes and blocking on a real server` {
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

    @Test func `a service returns its typed value with any parameters and any client`() async throws
    {
        let mediator = try mediator(try await Server.shared.value)
        let page = ServiceDefinition<Page>("pages/{page}", envelope: envelope)
        let answer = try await mediator.send(page, parameters: ["page": 2])
        #expect(answer.page == 2)
        #expect(answer.next == 3)
        mediator.client = InterceptingClient(configuration: .ephemeral)
        #expect(try await mediator.send(page, parameters: ["page": 3]).next == nil)
    }

    @Test func `equal calls at once each get their own answer, and the group waits for all`()
        async throws
    {
        let mediator = try mediator(try await Server.shared.value)
        let page = ServiceDefinition<Page>("pages/{page}", envelope: envelope)
        let (pages, calls) = (Notes<Int>(), Notes<ServiceCall.ID>())
        let progress = try await withRequestGroup { group in
            for _ in 0..<20 {
                let call = mediator.send(page, parameters: ["page": 1]) { result in
                    if let page = try? result.get() { pages.append(page.page) }
                }
                calls.append(call.id)
            }
            return group
        }
        .progress
        #expect(pages.entries == Array(repeating: 1, count: 20))
        #expect(Set(calls.entries).count == 20)
        #expect(progress == GroupProgress(finished: 20, total: 20))
    }

    @Test
    func `an envelope of a failure throws its code and message, and fails the group`()
        async throws
    {
        let mediator = try mediator(try await Server.shared.value)
        let refused = ServiceDefinition<NoPayload>("refused", envelope: envelope)
        let failures = try await withRequestGroup(options: .tolerant) { group in
            let error = await #expect(throws: EnvelopeError.self) {
                try await mediator.send(refused)
            }
            #expect(error?.code == .integer(7))
            #expect(error?.message == "not today")
            return group
        }
        .failures
        #expect(failures.map { ($0.error as? EnvelopeError)?.code } == [.integer(7)])
    }

    @Test func `a missing page and a network error are decoded as failures`() async throws {
        let server = try await Server.shared.value
        let mediator = try mediator(server)
        await #expect(throws: HTTPStatusError.self) {
            try await mediator.send(
                ServiceDefinition<NoPayload>("missing", envelope: envelope)
            )
        }
        await #expect(throws: URLError.self) {
            try await mediator.send(
                ServiceDefinition<NoPayload>("reset", envelope: envelope)
            )
        }
        await #expect(throws: EnvelopeError.self) {
            try await mediator.send(
                ServiceDefinition<NoPayload>("empty", envelope: envelope)
            )
        }
    }

    @Test func `the envelope's validator fails every request with an envelope of a failure`()
        async throws
    {
        let server = try await Server.shared.value
        let session = InterceptingClient(
            configuration: .ephemeral,
            pipeline: RequestPipeline(validators: [envelope.validator])
        )
        defer { session.invalidateAndCancel() }
        let failures = try await withRequestGroup(options: .tolerant) { group in
            session.dataTask(with: server.url("refused")) { _, _, _ in }.resume()
            return group
        }
        .failures
        #expect(failures.map { ($0.error as? EnvelopeError)?.code } == [.integer(7)])
    }

    @Test func `the blocking form waits on a worker thread and throws on other threads`()
        async throws
    {
        let server = try await Server.shared.value
        let sizes = Notes<Int>()
        let error = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let result = Result {
                    try withBlockingRequestGroup {
                        session.dataTask(with: server.url("slow")) { data, _, _ in
                            sizes.append(data?.count ?? 0)
                        }
                        .resume()
                    }
                }
                continuation.resume(returning: result.reportedFailure)
            }
        }
        #expect(error == nil)
        #expect(sizes.entries == [50])
        #expect(refusal()?.contains("a thread that all tasks share") == true)
        let onMain = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: refusal()) }
        }
        #expect(onMain?.contains("the main thread") == true)
    }

    /// Why blocking is refused on this thread.
    private func refusal() -> String? {
        let result = Result { try withBlockingRequestGroup { Issue.record("It must not run.") } }
        return result.reportedFailure?.localizedDescription
    }
}
