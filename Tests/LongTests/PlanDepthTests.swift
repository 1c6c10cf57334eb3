@testable import InterceptionTestSupport

/// Plans with so many steps that nested calls would overflow the stack.
@Suite(.timeLimit(.minutes(10)))
struct `Plans of twenty thousand steps` {
    static let depth = 20_000
    /// The stack size of every thread but the main one on Apple's platforms.
    static let stackSize = 512 << 10

    /// The way in which plans are combined.
    enum Shape: CaseIterable {
        case map, onCompletion, then, nested, mixed

        func plan(
            of request: RequestPlan<LoadedResponse> = URLRequest(path: "a").plan
        ) -> RequestPlan<LoadedResponse> {
            (0..<depth).reduce(request) { plan, step in
                switch self {
                case .map: plan.map { $0 }
                case .onCompletion: plan.onCompletion { _ in }
                case .then: plan.then { _ in URLRequest(path: "a") }
                case .nested: request.then { _ in plan }
                case .mixed: step % 3 == 0 ? plan.then { _ in request } : plan.map { $0 }
                }
            }
        }

        /// The number of requests of the plan.
        var count: Int {
            switch self {
            case .map, .onCompletion: 1
            case .then, .nested: depth + 1
            case .mixed: (depth + 2) / 3 + 1
            }
        }
    }

    /// The end of the first request of a plan.
    enum End: String, CaseIterable {
        case failed = "no"
        case lost = "LostCallbackError"
        case cancelled = "CancellationError"
        case timedOut = "RequestTimeoutError"
    }

    @Test(arguments: Shape.allCases)
    func `long plans that are never performed are released`(shape: Shape) async throws {
        let living = LiveCount()
        try await OwnThread(stackSize: Self.stackSize) {
            let token = living.token()
            let request = URLRequest(path: "a").plan.onCompletion { _ in token.touch() }
            _ = shape.plan(of: request)
        }
        .waitUntilEnded()
        #expect(living.value == 0)
    }

    @Test(arguments: Shape.allCases)
    func `long plans whose steps are answered during the call complete`(shape: Shape) async throws {
        let ends = Journal<String>()
        let client = ManualClient { $0.succeed() }
        try await OwnThread(stackSize: Self.stackSize) {
            PathSender(client: client).perform(shape.plan()) { ends.append($0.text) }
        }
        .waitUntilEnded()
        #expect(ends.entries == ["ok"])
        #expect(client.started.entries.count == shape.count)
    }

    @Test(arguments: Shape.allCases, End.allCases)
    func `long plans end with the outcome of their first request`(
        shape: Shape,
        end: End
    ) async throws {
        let (client, ends, clock) = (ManualClient(), Journal<String>(), ManualClock())
        let sent = Locked<CancelHandle?>(nil)
        try await OwnThread(stackSize: Self.stackSize) {
            let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
            withRequestGroup(options: timeout, .tolerant, queue: .global()) {
                let request = PathSender(client: client)
                    .perform(shape.plan()) { ends.append($0.text) }
                sent.withLock { $0 = request }
            } completion: { _ in
                ends.append("group")
            }
        }
        .waitUntilEnded()
        if end == .timedOut { await clock.waitUntilAsleep() }
        try await OwnThread(stackSize: Self.stackSize) {
            switch end {
            case .failed: try client.fail("a")
            case .lost: try client.lose("a")
            case .cancelled: sent.withLock { $0 }?.cancel()
            case .timedOut: clock.advance(by: .seconds(1))
            }
        }
        .waitUntilEnded()
        #expect(await ends.waitForFirst(2).sorted() == [end.rawValue, "group"].sorted())
        sent.withLock { $0 = nil }
    }
}
