@testable import InterceptionTestSupport

/// Plans that are nested so deeply that a recursion over them uses much stack.
@Suite(.timeLimit(.minutes(10))) struct `Deeply nested plans` {
    enum Nesting: String, CaseIterable, Sendable { case map, completion, then, chain, batch, mixed }

    enum End: CaseIterable, Sendable { case answeredAtOnce, answered, cancelled, dropped }

    // A recursive implementation used 512 KiB for a hundred batches, and for three hundred chains.
    private let depth = 500
    private let stack = StackGauge()
    private let request = URLRequest(path: "innermost")

    @Test(arguments: Nesting.allCases, End.allCases)
    func `a deep plan ends once, in constant stack (P2)`(nesting: Nesting, end: End) async throws {
        let answersAtOnce: @Sendable (ManualCall) -> Void = { [stack] call in
            stack.note()
            call.succeed()
        }
        let client = ManualClient(immediateAnswer: end == .answeredAtOnce ? answersAtOnce : nil)
        let sender = BareSender(client: client) { $0?.fail("cancelled") }
        let results = Journal<Bool>()
        let used = try await stack.run { [depth, stack] in
            let sent = sender.perform(plan(nesting, depth)) { result in
                stack.note()
                results.append((try? result.get()) != nil)
            }
            switch end {
            case .answeredAtOnce: break
            case .answered: while let call = client.takeAll("innermost").first { call.succeed() }
            case .cancelled: sent.cancel()
            case .dropped: _ = client.takeAll("innermost")
            }
        }
        #expect(used < 64 << 10)
        let isSuccess = end == .answered || end == .answeredAtOnce
        #expect(await results.waitForFirst(1) == [isSuccess])
        #expect(results.entries.count == 1)
    }

    @Test func `the error of twenty nested batches describes only nine of them`() async throws {
        let plan = plan(.batch, 20)
        let sender = BareSender(client: ManualClient { call in call.fail() })
        let error = await #expect(throws: RequestGroupError.self) { try await sender.perform(plan) }
        let text = try #require(error).description
        #expect(text.components(separatedBy: "Request group").count - 1 == 9)
    }

    private func plan(_ nesting: Nesting, _ depth: Int) -> RequestPlan<Int> {
        (0..<depth).reduce(request.plan.map { _ in 1 }) { inner, level in
            let kinds = Nesting.allCases.dropLast()
            switch nesting == .mixed ? kinds[level % kinds.count] : nesting {
            case .map, .mixed: return inner.map { $0 + 1 }
            case .completion: return inner.onCompletion { _ in }
            case .then: return inner.then { number in request.plan.map { _ in number } }
            case .chain: return RequestPlan.chain(inner) { _ in nil }.map(\.count)
            case .batch: return RequestPlan.batch([inner]).map(\.count)
            }
        }
    }
}
