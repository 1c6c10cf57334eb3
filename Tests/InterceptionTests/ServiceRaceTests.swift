import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What becomes of one call.
private enum Fate: CaseIterable {
    case succeed, fail, undecodable, twice, lose, misformed
}

/// A random plan for the calls of one mediator: the same for the same seed.
private struct Plan {
    let seed: UInt64
    let fates: [Fate]
    let cancelled: Set<Int>
    let isGrouped: Bool
    let limit: Int
    /// What the threads do: send the call with this number, or something to the listeners.
    let steps: [Int?]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        let count = Int.random(in: 1...16, using: &random)
        fates = (0..<count).map { _ in Fate.allCases.randomElement(using: &random) ?? .succeed }
        cancelled = Set((0..<count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        isGrouped = Bool.random(using: &random)
        limit = Int.random(in: 1...8, using: &random)
        steps = ((0..<count).map { $0 } + [nil, nil, nil]).shuffled(using: &random)
    }
}

@Suite(.timeLimit(.ordinary))
struct `Services on many threads` {
    #if DEBUG
    static let seeds = UInt64(0)..<1_000
    #else
    static let seeds = UInt64(0)..<5_000
    #endif

    @Test func `a service call ends once with its own answer, and notifies its listener once (M2)`()
        async throws
    {
        for seed in Self.seeds {
            try await Schedule(Plan(seed: seed)).run()
            if Task.isCancelled { break }
        }
    }
}

private final class Schedule: Sendable {
    let plan: Plan
    let client = ManualSender()
    let mediator: ServiceMediator
    let listener = ListeningJournal()
    let passing = Locked([ListeningJournal]())
    let calls = Locked([Int: ServiceCall]())
    let results = Journal<(number: Int, result: Result<String, any Error>)>()

    init(_ plan: Plan) throws {
        self.plan = plan
        mediator = try ServiceMediator(client)
        mediator.addListener(listener)
    }

    func run() async throws {
        if plan.isGrouped {
            let ends = Journal<[RequestFailure]>()
            let group = withRequestGroup(
                options: .limit(plan.limit),
                queue: .global(),
                body: { issue(CapturedGroup()) },
                success: { ends.append([]) },
                failure: { ends.append($0) }
            )
            await answerAll()
            let failures = await ends.first(1).first ?? []
            #expect(group.progress.total == plan.fates.count, "seed \(plan.seed)")
            let failed = results.entries.count { $0.result.reportedFailure != nil }
            #expect(failures.count == failed, "seed \(plan.seed)")
        } else {
            issue(CapturedGroup())
            await answerAll()
        }
        check()
    }

    /// Sends all calls from several threads, while listeners come and go.
    private func issue(_ captured: CapturedGroup) {
        DispatchQueue.concurrentPerform(iterations: plan.steps.count) { [self] step in
            if let number = plan.steps[step] {
                captured.run { send(number) }
                for call in step.isMultiple(of: 2) ? client.takeAll() : [] { answer(call) }
            } else {
                let listener = ListeningJournal()
                mediator.addListener(listener)
                passing.withLock { $0.append(listener) }
                // Gone at once, while others are told.
                mediator.addListener(LeavingListener(mediator))
                if step.isMultiple(of: 2) { mediator.removeListener(listener) }
            }
        }
    }

    private func send(_ number: Int) {
        let path = plan.fates[number] == .misformed ? "{none}" : "p"
        let service = ServiceDefinition<String>("\(number)", path: path)
        let call = mediator.send(service, parameters: ["n": number]) { [results] in
            results.append((number, $0))
        }
        calls.withLock { $0[number] = call }
    }

    /// Answers and cancels on several threads at once, until the listener, who comes last, has heard
    /// of every call.
    private func answerAll() async {
        while listener.ends.entries.count < plan.fates.count, !Task.isCancelled {
            let requests = client.takeAll()
            let cancelled = plan.cancelled.compactMap { number in calls.withLock { $0[number] } }
            DispatchQueue.concurrentPerform(iterations: requests.count + cancelled.count) { index in
                if index < requests.count {
                    answer(requests[index])
                } else {
                    cancelled[index - requests.count].cancel()
                }
            }
            await Task.yield()
        }
    }

    private func answer(_ call: ManualSender.Call) {
        let query = ManualSender.name(of: call.request).dropFirst("p?n=".count)
        guard let number = Int(query) else {
            Issue.record("seed \(plan.seed)")
            return
        }
        switch plan.fates[number] {
        case .succeed, .misformed: call.succeed("\"\(number)\"")
        case .undecodable: call.succeed("\(number)")
        case .fail: call.fail("\(number)")
        case .lose: break
        case .twice:
            DispatchQueue.concurrentPerform(iterations: 2) { _ in call.succeed("\"\(number)\"") }
        }
    }

    private func check() {
        let seed = Comment(rawValue: "seed \(plan.seed)")
        let numbers = results.entries.map(\.number).sorted()
        #expect(numbers == Array(plan.fates.indices), seed)
        for (number, result) in results.entries {
            #expect(isRight(result, for: number), "call \(number): \(result), seed \(plan.seed)")
        }
        let ids = calls.withLock { $0 }
        #expect(Set(ids.values.map(\.id)).count == plan.fates.count, seed)
        let heard = listener.ends.entries
        #expect(heard.count == plan.fates.count, seed)
        for (call, _) in heard {
            let number = Int(call.serviceName)
            #expect(number.flatMap { ids[$0]?.id } == call.id, seed)
        }
        #expect(Set(heard.map(\.call.id)).count == heard.count, seed)
        for listener in passing.withLock({ $0 }) {
            let ids = listener.ends.entries.map(\.call.id)
            #expect(Set(ids).count == ids.count, seed)
        }
        #expect(client.takeAll().isEmpty, seed)
    }

    private func isRight(_ result: Result<String, any Error>, for number: Int) -> Bool {
        let error = result.reportedFailure
        if plan.cancelled.contains(number), plan.fates[number] != .misformed {
            if error is CancellationError || error.urlCode == .cancelled { return true }
        }
        return switch plan.fates[number] {
        case .succeed, .twice: (try? result.get()) == "\(number)"
        case .fail: error as? ClientError == ClientError("\(number)")
        case .undecodable: error is DecodingError
        case .lose: error as? LostCallbackError == LostCallbackError(label: "\(number)")
        case .misformed: (error as? ServiceError)?.reason == .missingPathParameter("none")
        }
    }
}

/// A listener that takes its leave when it is released.
private final class LeavingListener: ServiceListener {
    private let mediator: ServiceMediator

    init(_ mediator: ServiceMediator) {
        self.mediator = mediator
    }

    deinit {
        mediator.removeListener(self)
    }

    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {}
}
