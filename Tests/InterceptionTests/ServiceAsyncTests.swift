@testable import InterceptionTestSupport

private let profile = ServiceDefinition<String>("profile")

@Suite(.timeLimit(.ordinary))
struct `Awaited services` {
    let client = ManualSender()
    let mediator: ServiceMediator

    init() {
        mediator = ServiceMediator(client)
    }

    @Test func `a service can be awaited by its name`() async throws {
        mediator.register(profile)
        async let answer = mediator.send("profile", as: String.self)
        await client.sent.waitFor("profile")
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
        /// A sender that retains its requests, and reports its release.
        final class SilentSender: RequestSender {
            let kept = Journal<LoadCompletion>()
            let notice: ReleaseAction

            init(_ released: Journal<String>) {
                notice = ReleaseAction { released.append("released") }
            }

            func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
                kept.append(completion)
                return CancelHandle {}
            }
        }
        let (clock, released) = (ManualClock(), Journal<String>())
        let ending = Task {
            let mediator = ServiceMediator(SilentSender(released))
            try await withRequestGroup(options: clock.timeout) {
                _ = try await mediator.send(profile)
            }
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await #expect(throws: RequestTimeoutError.self) { try await ending.value }
        #expect(await released.waitForFirst(1) == ["released"])
    }
}
