@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Random plans on many threads` {
    #if DEBUG
    static let seeds = UInt64(0)..<400
    #else
    static let seeds = UInt64(0)..<2_000
    #endif

    @Test(arguments: [false, true])
    func `each random plan ends once, with the expected result`(cancels: Bool) async {
        for seed in Self.seeds where !Task.isCancelled {
            await PlanRun(seed: seed, cancels: cancels).perform()
        }
    }
}

private enum Behaviour: CaseIterable {
    case now, later, elsewhere, twice, failure, failureNow, both, loss
}

/// A batch of plans, performed with a client whose behaviour a seed determines.
private final class PlanRun: Sendable {
    private let seed: UInt64
    private let cancels: Bool
    private let trees: [PlanTree]
    private let waiting = Locked([(path: String, answer: LoadCompletion)]())
    /// How often each plan was performed, and how often its completion was called, by path.
    private let performed = Locked([String: Int]())
    private let ended = Locked([String: Int]())
    private let living = LiveCount()
    private let queue = DispatchQueue(label: "reports")

    init(seed: UInt64, cancels: Bool) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        self.cancels = cancels
        trees = (0..<Int.random(in: 1...4, using: &random)).map {
            .random("\($0)", depth: 3, &random)
        }
    }

    func perform() async {
        let (results, progress) = (Journal<[String?]>(), Journal<BatchProgress>())
        weak var batch: RequestBatch<String>?
        weak var group: RequestGroup?
        group = withRequestGroup("outer", options: .tolerant, .limit(2), queue: queue) {
            let plans = trees.map { $0.plan(watch) }
            batch = ScriptedSender(run: self).batch(plans, queue: queue, progress: progress.append)
            {
                results.append($0.map { try? $0.get() })
            }
        } completion: { _ in
            results.append([])
        }
        var random = SeededGenerator(seed: seed)
        while results.entries.count < 2, !Task.isCancelled {
            if cancels {
                switch Int.random(in: 0...9, using: &random) {
                case 0: batch?.cancel()
                case 1, 2: batch?.cancel(at: Int.random(in: trees.indices, using: &random))
                default: break
                }
            }
            answerAll()
            await Task.yield()
        }
        await waitUntilDrained(queue)
        // The last callbacks may still be returning.
        await yieldWhile { living.value > 0 || batch != nil || group != nil }
        check(results.entries, progress.entries)
        #expect(living.value == 0 && batch == nil && group == nil, "seed \(seed)")
    }

    private func watch(_ plan: RequestPlan<String>, _ path: String) -> RequestPlan<String> {
        let token = living.token()
        let watched = plan.onCompletion { [self] _ in
            token.touch()
            ended.withLock { $0[path, default: 0] += 1 }
        }
        return RequestPlan { [self] run, finish in
            performed.withLock { $0[path, default: 0] += 1 }
            watched.start(run, finish)
        }
    }

    private func check(_ results: [[String?]], _ progress: [BatchProgress]) {
        let comment = Comment(rawValue: "seed \(seed)")
        #expect(results.count == 2 && results.last == [], comment)
        #expect(progress.map(\.finished) == Array(1...trees.count), comment)
        #expect(progress.allSatisfy { $0.total == trees.count }, comment)
        let (performed, ended) = (performed.withLock { $0 }, ended.withLock { $0 })
        #expect(performed == ended, comment)
        #expect(performed.values.allSatisfy { $0 == 1 }, comment)
        var expected: [String] = []
        for (position, tree) in trees.enumerated() {
            let outcome = tree.outcome(&expected) { succeeds($0) }
            if !cancels, !tree.failsFast {
                #expect(results.first?[position] == .some(outcome), comment)
            }
        }
        if !cancels, !trees.contains(where: \.failsFast) {
            #expect(performed.keys.sorted() == expected.sorted(), comment)
        } else {
            #expect(Set(expected).isSuperset(of: performed.keys) || cancels, comment)
        }
    }
}

// MARK: - The client

extension PlanRun {
    /// Returns a behaviour that depends only on the seed and the path, not on the threads.
    private func behaviour(of path: String) -> Behaviour {
        var random = SeededGenerator(seed: path.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
        // Most requests succeed, because otherwise most plans would end with their first request.
        if Int.random(in: 0...2, using: &random) > 0 { return .later }
        return Behaviour.allCases.randomElement(using: &random) ?? .now
    }

    private func succeeds(_ path: String) -> Bool {
        switch behaviour(of: path) {
        case .now, .later, .elsewhere, .twice: true
        case .failure, .failureNow, .both, .loss: false
        }
    }

    fileprivate func receive(_ path: String, _ answer: @escaping LoadCompletion) {
        switch behaviour(of: path) {
        case .now: answer(.success(LoadedResponse(text: path)))
        case .failureNow: answer(.failure(ClientError("now")))
        case .elsewhere:
            DispatchQueue.global().async { answer(.success(LoadedResponse(text: path))) }
        default: waiting.withLock { $0.append((path, answer)) }
        }
    }

    /// Answers all waiting requests, from several threads.
    private func answerAll() {
        let answers = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        DispatchQueue.concurrentPerform(iterations: answers.count) { index in
            let (path, answer) = answers[index]
            let success = Result<_, any Error>.success(LoadedResponse(text: path))
            switch behaviour(of: path) {
            case .twice: DispatchQueue.concurrentPerform(iterations: 2) { _ in answer(success) }
            case .failure: answer(.failure(ClientError("later")))
            case .both:
                answer(.failure(ClientError("first")))
                answer(success)
            case .loss: break
            default: answer(success)
            }
        }
    }

    fileprivate func cancel(_ path: String) {
        let taken = waiting.withLock { waiting in
            defer { waiting.removeAll { $0.path == path } }
            return waiting.filter { $0.path == path }
        }
        for (_, answer) in taken { answer(.failure(ClientError("cancelled"))) }
    }
}

private struct ScriptedSender: RequestSender, RequestIntercepting {
    let run: PlanRun

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        let (run, path) = (run, request.path)
        let reject = { (error: any Error) in completion(.failure(error)) }
        intercept(path, onRejection: reject) { call in
            call.onCancel { run.cancel(path) }
            run.receive(path, call.wrap(.completion(completion)))
        }
        return CancelHandle { run.cancel(path) }
    }
}
