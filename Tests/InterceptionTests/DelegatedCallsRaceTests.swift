import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// What a client tells its delegate of one request, and what may come of it.
private enum Report: CaseIterable {
    case progress, success, failure, nothingMore
}

/// A random plan for one group: the same for the same seed.
private struct Plan {
    let seed: UInt64
    /// Who is told what, in the order in which threads take it up.
    let reports: [(id: Int, report: Report)]
    let ids: Range<Int>

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        ids = 0..<Int.random(in: 1...6, using: &random)
        var reports: [(id: Int, report: Report)] = []
        for id in ids {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                reports.append((id, Report.allCases.randomElement(using: &random) ?? .progress))
            }
            // Each request ends somehow; some end more than once.
            reports.append(
                (id, Report.allCases.dropFirst().randomElement(using: &random) ?? .success)
            )
        }
        self.reports = reports.shuffled(using: &random)
    }

    /// Whether the request may fail, and whether it may succeed: threads decide which end is first.
    func outcomes(of id: Int) -> (mayFail: Bool, maySucceed: Bool) {
        let ends = reports.filter { $0.id == id }.map(\.report)
        return (ends.contains(.failure) || ends.contains(.nothingMore), ends.contains(.success))
    }
}

@Suite(.timeLimit(.ordinary))
struct `Delegates that are called on many threads` {
    #if DEBUG
    static let seeds = UInt64(0)..<500
    #else
    static let seeds = UInt64(0)..<2_000
    #endif

    @Test func `every request leaves once with one of its outcomes, and every call arrives (M2)`()
        async throws
    {
        for seed in Self.seeds {
            try await run(Plan(seed: seed))
            if Task.isCancelled { break }
        }
    }

    private func run(_ plan: Plan) async throws {
        let calls = DelegatedCalls<Int>()
        let client = InterceptingClient(ManualClient())
        let told = Journal<String?>()
        let group = try await withRequestGroup("group", options: .tolerant) { group in
            for id in plan.ids { client.intercept("\(id)") { calls.insert($0, for: id) } }
            DispatchQueue.concurrentPerform(iterations: plan.reports.count) { index in
                let (id, report) = plan.reports[index]
                let tell = { told.append(RequestGroup.current?.name) }
                switch report {
                case .progress: calls.run(id, tell)
                case .success: calls.end(id, nil, tell)
                case .failure: calls.end(id, ClientError("failed"), tell)
                case .nothingMore: calls.remove(id)
                }
            }
            return group
        }

        let comment = Comment("seed \(plan.seed)")
        #expect(
            group.progress.finished == plan.ids.count && group.progress.total == plan.ids.count,
            comment
        )
        #expect(told.entries.count == plan.reports.count { $0.report != .nothingMore }, comment)
        let failed = Set(group.failures.map(\.label))
        #expect(failed.count == group.failures.count, comment)
        for id in plan.ids {
            let (mayFail, maySucceed) = plan.outcomes(of: id)
            #expect(failed.contains("\(id)") ? mayFail : maySucceed, comment)
        }
    }
}
