import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Plans of so many steps that one call inside another for each would need more stack than there is.
@Suite(.timeLimit(.minutes(10)))
struct `Plans of twenty thousand steps` {
    static let depth = 20_000
    /// As much as every thread but the main one has on Apple's platforms.
    static let stackSize = 512 << 10

    /// How a plan is made of others.
    enum Shape: CaseIterable {
        case map, onCompletion, then, nested, mixed

        func plan(
            of request: RequestPlan<LoadedResponse> = RequestPlan(URLRequest(path: "a"))
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

        /// How many requests it consists of.
        var count: Int {
            switch self {
            case .map, .onCompletion: 1
            case .then, .nested: depth + 1
            case .mixed: (depth + 2) / 3 + 1
            }
        }
    }

    /// What becomes of the first request of a plan.
    enum End: String, CaseIterable {
        case failed = "no"
        case lost = "LostCallbackError"
        case cancelled = "CancellationError"
        case timedOut = "RequestTimeoutError"
    }

    @Test(arguments: Shape.allCases)
    func `unperformed plans are released`(shape: Shape) async throws {
        let living = LiveCount()
        try await OwnThread(stackSize: Self.stackSize) {
            let token = living.token()
            let request = RequestPlan(URLRequest(path: "a")).onCompletion { _ in token.touch() }
            _ = shape.plan(of: request)
        }
        .ended()
        #expect(living.value == 0)
    }

    @Test(arguments: Shape.allCases)
    func `plans whose steps are answered inside the call complete`(shape: Shape) async throws {
        let ends = Journal<String>()
        let client = ManualClient { $0.succeed() }
        try await OwnThread(stackSize: Self.stackSize) {
            PathSender(client: client).perform(shape.plan()) { ends.append($0.text) }
        }
        .ended()
        #expect(ends.entries == ["ok"])
        #expect(client.started.entries.count == shape.count)
    }

    @Test(arguments: Shape.allCases, End.allCases)
    func `end as their first request does`(shape: Shape, end: End) async throws {
        let (client, ends, clock) = (ManualClient(), Journal<String>(), ManualClock())
        let sent = Locked<SentRequest?>(nil)
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
        .ended()
        if end == .timedOut { await clock.asleep() }
        try await OwnThread(stackSize: Self.stackSize) {
            switch end {
            case .failed: try client.fail("a")
            case .lost: try client.lose("a")
            case .cancelled: sent.withLock { $0 }?.cancel()
            case .timedOut: clock.advance(by: .seconds(1))
            }
        }
        .ended()
        #expect(await ends.first(2).sorted() == [end.rawValue, "group"].sorted())
        sent.withLock { $0 = nil }
    }
}
