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

    @Test func `a service returns its typed value through any client`() async throws {
        let mediator = try mediator(try await Server.shared.value)
        let page = ServiceDefinition<Page>("pages/{page}", envelope: envelope)
        let answer = try await mediator.send(page, parameters: ["page": 2])
        #expect(answer.page == 2)
        #expect(answer.next == 3)
        mediator.client = InterceptingClient(configuration: .ephemeral)
        #expect(try await mediator.send(page, parameters: ["page": 3]).next == nil)
    }

    @Test func `a group waits for 20 equal calls, which each get a response`() async throws {
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
        #expect("\(progress)" == "20 of 20 finished")
    }

    @Test
    func `an envelope with a failure code throws an error, and fails the group`() async throws {
        let mediator = try mediator(try await Server.shared.value)
        let rejected = ServiceDefinition<NoPayload>("rejected", envelope: envelope)
        let failures = try await withRequestGroup(options: .tolerant) { group in
            let error = await #expect(throws: EnvelopeError.self) {
                try await mediator.send(rejected)
            }
            #expect(error?.code == .integer(7))
            #expect(error?.message == "not today")
            return group
        }
        .failures
        #expect(failures.map { ($0.error as? EnvelopeError)?.code } == [.integer(7)])
    }

    @Test func `a service throws errors of status, network and envelope`() async throws {
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

    @Test func `an envelope's validator fails a task with a failure code`() async throws {
        let server = try await Server.shared.value
        let session = InterceptingClient(
            configuration: .ephemeral,
            pipeline: RequestPipeline(validators: [envelope.validator])
        )
        defer { session.invalidateAndCancel() }
        let failures = try await withRequestGroup(options: .tolerant) { group in
            session.dataTask(with: server.url("rejected")) { _, _, _ in }.resume()
            return group
        }
        .failures
        #expect(failures.map { ($0.error as? EnvelopeError)?.code } == [.integer(7)])
    }

    @Test func `withBlockingRequestGroup throws on a shared or the main thread`() async throws {
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
        #expect(rejection()?.contains("a thread that all tasks share") == true)
        let onMain = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: rejection()) }
        }
        #expect(onMain?.contains("the main thread") == true)
    }

    /// Returns the reason for which blocking is rejected on this thread.
    private func rejection() -> String? {
        let result = Result { try withBlockingRequestGroup { Issue.record("a rejected body ran") } }
        return result.reportedFailure?.localizedDescription
    }
}
