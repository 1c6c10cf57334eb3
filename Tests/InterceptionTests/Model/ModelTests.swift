import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Random scripts` {
    /// More for a long soak: `MODEL_SEEDS=100000 swift test --filter 'Random scripts'`.
    static let seedCount =
        ProcessInfo.processInfo.environment["MODEL_SEEDS"].flatMap { UInt64($0) } ?? 2_000

    @Test func `one step after the other, everything is as the model says`() async {
        let fault = await Fault.first(in: 0..<Self.seedCount) { script in
            await SequentialSchedule.difference(in: script)
        }
        #expect(fault == nil)
    }

    @Test(arguments: GroupModel.Mistake.allCases)
    func `a rule that the model gets wrong is found, and shown in a few steps`(
        mistake: GroupModel.Mistake
    ) async throws {
        let found = await Fault.first(in: 0..<500) { script in
            await SequentialSchedule.difference(in: script, mistake: mistake)
        }
        let fault = try #require(found)
        #expect(fault.script.steps.all.count <= 6, "\(fault)")
    }
}

/// A script that does not do what it should, made as small as it gets.
struct Fault: CustomStringConvertible {
    let seed: UInt64
    let script: Script
    let difference: String

    var description: String { "seed \(seed): \(difference)\n\(script)" }

    /// The first fault among the scripts of the seeds.
    static func first(
        in seeds: Range<UInt64>,
        _ difference: (Script) async -> String?
    ) async -> Fault? {
        for seed in seeds where !Task.isCancelled {
            let script = Script.random(seed: seed)
            guard await difference(script) != nil else { continue }
            let shrunk = await script.shrunk { await difference($0) != nil }
            let text = await difference(shrunk) ?? "not any more"
            return Fault(seed: seed, script: shrunk, difference: text)
        }
        return nil
    }
}
