import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let profile = ServiceDefinition<String>("profile")

@Suite(.timeLimit(.ordinary))
struct `Awaited services` {
    let client = ManualSender()
    let mediator: ServiceMediator

    init() throws {
        mediator = try ServiceMediator(client)
    }

    @Test func `the response is returned`() async throws {
        async let answer = mediator.send(profile, parameters: ["id": 7])
        await client.sent.contains("profile?id=7")
        try client.take().succeed()
        #expect(try await answer == "ok")
    }

    @Test func `a service is awaited by its name too`() async throws {
        mediator.register(profile)
        async let answer = mediator.send("profile", as: String.self)
        await client.sent.contains("profile")
        try client.take().succeed()
        #expect(try await answer == "ok")
        await #expect(throws: ServiceError.self) {
            try await mediator.send("profile", as: Int.self)
        }
        await #expect(throws: ServiceError.self) {
            try await mediator.send("other", as: Int.self)
        }
    }

    @Test func `the error of the client is thrown, and one of the response`() async throws {
        mediator.client = ManualSender(immediateAnswer: { $0.fail("offline") })
        await #expect(throws: ClientError("offline")) { try await mediator.send(profile) }
        mediator.client = ManualSender(immediateAnswer: { $0.succeed("7") })
        await #expect(throws: DecodingError.self) { try await mediator.send(profile) }
    }

    @Test func `a lost callback throws instead of hanging (M3)`() async throws {
        mediator.client = ManualSender(immediateAnswer: { _ in })
        let lost = LostCallbackError(label: "profile")
        await #expect(throws: lost) { try await mediator.send(profile) }
    }

    @Test func `cancelling the task cancels the request`() async throws {
        let task = Task { try await mediator.send(profile) }
        await client.sent.contains("profile")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.cancelled.entries == ["profile"])
    }

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let gate = Gate()
        let task = Task {
            await gate.opened()
            return try await mediator.send(profile)
        }
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `in a group a cancelled task stops waiting for its permit`() async throws {
        let group = try await withRequestGroup(options: .limit(1), .tolerant) { group in
            mediator.send(ServiceDefinition<String>("first")) { _ in }
            let task = Task { try await mediator.send(profile) }
            while group.outstanding.count < 2 { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try client.take("first").succeed()
            return group
        }
        #expect(group.failures.map(\.label) == ["profile"])
        #expect(client.sent.entries == ["first"])
    }

    @Test func `at the deadline of its group a caller waits no longer for a silent client (P3)`()
        async throws
    {
        mediator.client = ManualSender(answersCancelling: false)
        let clock = ManualClock()
        let ending = Task { [mediator] in
            try await withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
                try await mediator.send(profile)
            }
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        let timeout = RequestTimeoutError(label: "profile")
        await #expect(throws: timeout) { try await ending.value }
    }

    @Test func `after the deadline a client that never answers is released (P3)`() async throws {
        /// Keeps what it has been given, and says when it is released.
        final class SilentSender: RequestSender {
            let kept = Journal<@Sendable (Result<LoadedResponse, any Error>) -> Void>()
            let notice: ReleaseNotice

            init(_ notice: ReleaseNotice) {
                self.notice = notice
            }

            func send(
                _ request: URLRequest,
                completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
            ) -> SentRequest {
                kept.append(completion)
                return SentRequest {}
            }
        }
        let (clock, released) = (ManualClock(), Journal<String>())
        let ending = Task {
            let mediator = try ServiceMediator(SilentSender(ReleaseNotice(released)))
            try await withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
                _ = try await mediator.send(profile)
            }
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await #expect(throws: RequestTimeoutError.self) { try await ending.value }
        #expect(await released.first(1) == ["released"])
    }

    @Test func `a group has the service as its member`() async throws {
        mediator.client = ManualSender(immediateAnswer: { $0.succeed() })
        let group = try await withRequestGroup { group in
            async let first = mediator.send(profile)
            async let second = mediator.send(profile)
            let answers = try await [first, second]
            #expect(answers == ["ok", "ok"])
            return group
        }
        #expect(group.progress.total == 2)
    }

    @MainActor
    @Test func `the caller continues on its executor`() async throws {
        mediator.client = ManualSender(immediateAnswer: { call in
            DispatchQueue.global().async { call.succeed() }
        })
        let main = QueueMark(.main)
        let answer = try await mediator.send(profile)
        MainActor.assertIsolated()
        #expect(main.isCurrent)
        #expect(answer == "ok")
    }
}
