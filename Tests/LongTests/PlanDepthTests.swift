@testable import InterceptionTestSupport

/// Plans with so many steps that nested calls would overflow the stack.
@Suite(.timeLimit(.minutes(10))) struct `Plans of twenty thousand steps` {
    static let depth = 20_000
    /// The stack size of every thread but the main one on Apple's platforms.
    static let stackSize = 512 << 10

    /// The way in which plans are combined.
    enum Shape: CaseIterable {
        case map, onCompletion, then, nested, mixed

        func plan(of request: RequestPlan<LoadedResponse>) -> RequestPlan<LoadedResponse> {
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
}
