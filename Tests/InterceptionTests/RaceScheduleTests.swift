import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// What a client does with one request.
private enum Behaviour: CaseIterable {
    case succeed, fail, twice, both, lose, followUp
}

/// A random plan for one group: the same for the same seed.
private struct Plan {
    let seed: UInt64
    let limit: Int?
    let failsFast: Bool
    let requestCount: Int
    /// Cancelled before this many requests have been answered, if at all.
    let cancelsAt: Int?

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        limit = Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil
        failsFast = Int.random(in: 0..<4, using: &random) == 0
        requestCount = Int.random(in: 1...12, using: &random)
        cancelsAt =
            Int.random(in: 0..<3, using: &random) == 0
            ? Int.random(in: 0..<requestCount, using: &random) : nil
    }

    /// Depends on nothing but the seed and the path, so that threads cannot change it.
    func behaviour(for path: String) -> Behaviour {
        let number = path.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
        var random = SeededGenerator(seed: number)
        let behaviour = Behaviour.allCases.randomElement(using: &random) ?? .succeed
        // A chain has to end.
        return behaviour == .followUp && path.count > 6 ? .succeed : behaviour
    }
}

@Suite(.timeLimit(.ordinary))
struct `Random schedules on many threads` {
    #if DEBUG
    static let seeds = UInt64(0)..<300
    #else
    static let seeds = UInt64(0)..<1_000
    #endif

    @Test
    func `every request leaves once, and the group completes once, after all of them (M2, C1)`()
        async throws
    {
        for seed in Self.seeds {
            try await Schedule(Plan(seed: seed)).run()
            if Task.isCancelled { break }
        }
    }
}

/// One group and one client that behaves as planned, from many threads at once.
private final class Schedule: Sendable {
    let plan: Plan
    let client = ManualClient()
    let recorder = EventRecorder()
    let queue = DispatchQueue(label: "of the client")
    /// The labels of all requests whose callbacks were called, once for each call.
    let answers = Journal<String>()

    init(_ plan: Plan) {
        self.plan = plan
    }

    func run() async throws {
        let ends = Journal<[RequestFailure]>()
        let group = open { ends.append($0) }
        var answered = 0
        while ends.entries.isEmpty, !Task.isCancelled {
            await drained(queue)
            if let count = plan.cancelsAt, answered >= count { group.cancel() }
            let calls = client.takeAll()
            answered += calls.count
            DispatchQueue.concurrentPerform(iterations: calls.count) { [self] index in
                behave(calls[index])
            }
        }
        check(group, failures: ends.entries.first ?? [])
        #expect(ends.entries.count == 1, "seed \(plan.seed)")
    }

    private func open(_ end: @escaping @Sendable ([RequestFailure]) -> Void) -> RequestGroup {
        let issue = { [self] in
            for index in 0..<plan.requestCount { get("\(index)") }
        }
        let finish: @Sendable () -> Void = { end([]) }
        let unlimited = RequestGroupOption.limit(.max)
        let limit = plan.limit.map(RequestGroupOption.limit) ?? unlimited
        let observer = RequestGroupOption.observer(recorder)
        return if plan.failsFast {
            withRequestGroup(
                options: limit,
                observer,
                .failFast,
                queue: queue,
                body: issue,
                success: finish,
                failure: end
            )
        } else {
            withRequestGroup(
                options: limit,
                observer,
                queue: queue,
                body: issue,
                success: finish,
                failure: end
            )
        }
    }

    private func get(_ path: String) {
        let network = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.queue = queue }
        )
        let continues = plan.behaviour(for: path) == .followUp
        network.get(
            path,
            success: { [self] _ in
                answers.append("GET \(path)")
                if continues { get(path + ".0") }
            },
            failure: { [self] _ in answers.append("GET \(path)") }
        )
    }

    private func behave(_ call: ManualCall) {
        switch plan.behaviour(for: call.path) {
        case .succeed, .followUp: call.succeed()
        case .fail: call.fail()
        case .twice:
            DispatchQueue.concurrentPerform(iterations: 2) { _ in call.succeed() }
        case .both:
            DispatchQueue.concurrentPerform(iterations: 2) {
                $0 == 0 ? call.succeed() : call.fail()
            }
        case .lose: break
        }
    }

    private func check(_ group: RequestGroup, failures: [RequestFailure]) {
        let seed = Comment(rawValue: "seed \(plan.seed)")
        let events = recorder.events
        func labels(_ kind: RequestGroupEvent.Kind) -> [String] {
            events.filter { $0.kind == kind }.compactMap(\.label).sorted()
        }
        let entered = labels(.entered)
        #expect(entered == labels(.left), seed)
        #expect(entered.count == Set(entered).count, seed)
        #expect(entered.count >= plan.requestCount, seed)
        #expect(events.first?.kind == .opened, seed)
        #expect(events.count { $0.kind == .completed } == 1, seed)
        #expect(group.outstanding.isEmpty, seed)
        #expect(group.progress.finished == entered.count, seed)
        #expect(group.progress.failed == failures.count, seed)
        #expect(group.progress.total == entered.count, seed)
        #expect(failures.map(\.index) == failures.map(\.index).sorted(), seed)
        // Nobody is told more or less often than the client, or the refusal, has called.
        let calls = Dictionary(grouping: answers.entries) { $0 }.mapValues(\.count)
        let started = Set(client.started.entries.map { "GET \($0)" })
        for label in entered {
            let behaviour = plan.behaviour(for: String(label.dropFirst(4)))
            let expected =
                if !started.contains(label) {
                    1
                } else {
                    switch behaviour {
                    case .succeed, .fail, .followUp: 1
                    case .twice, .both: 2
                    case .lose: 0
                    }
                }
            #expect(calls[label, default: 0] == expected, "\(label), seed \(plan.seed)")
        }
        checkFailures(failures, started: started, seed)
    }

    /// Who was started fails as its client says; who was not was refused.
    private func checkFailures(_ failures: [RequestFailure], started: Set<String>, _ seed: Comment)
    {
        let failed = Dictionary(uniqueKeysWithValues: failures.map { ($0.label, $0.reason) })
        for label in started {
            switch plan.behaviour(for: String(label.dropFirst(4))) {
            case .succeed, .twice, .followUp: #expect(failed[label] == nil, seed)
            case .fail, .lose: #expect(failed[label] != nil, seed)
            case .both: break
            }
        }
        for failure in failures where !started.contains(failure.label) {
            #expect(failure.reason == .cancelled, seed)
            #expect(failure.error is CancellationError, seed)
        }
    }
}
