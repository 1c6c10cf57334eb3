import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Random scripts` {
    /// More for a long soak: `MODEL_SEEDS=100000 swift test --filter 'Random scripts'`.
    static let seedCount =
        ProcessInfo.processInfo.environment["MODEL_SEEDS"].flatMap { UInt64($0) } ?? 2_000

    @Test func `one step after the other, everything is as the model says`() async {
        for seed in 0..<Self.seedCount {
            if Task.isCancelled { break }
            let script = Script.random(seed: seed)
            guard let difference = await SequentialSchedule.difference(in: script) else { continue }
            Issue.record("seed \(seed): \(difference)\n\(script)")
            break
        }
    }
}
