@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Random scripts` {
    /// More for a long soak: `MODEL_SEEDS=100000 swift test --filter 'Random scripts'`.
    static let seedCount =
        ProcessInfo.processInfo.environment["MODEL_SEEDS"].flatMap { UInt64($0) } ?? 2_000

    @Test func `scripts on one thread do what the model predicts (P1, P4, C5, V3, O2)`() async {
        let fault = await Fault.first(in: 0..<Self.seedCount) { script, _ in
            await SequentialSchedule.difference(in: script)
        }
        #expect(fault == nil)
    }

    @Test func `scripts on several threads have results that the group model allows`() async {
        let fault = await Fault.first(in: 0..<Self.seedCount / 2, attempts: 50) { script, seed in
            await ConcurrentSchedule.fault(in: script, seed: seed)
        }
        #expect(fault == nil)
    }
}

/// A script that shows a fault, made as small as possible.
struct Fault: CustomStringConvertible {
    let seed: UInt64
    let script: Script
    let difference: String

    var description: String { "seed \(seed): \(difference)\n\(script)" }

    /// Returns the first fault among the scripts of the seeds; tries each smaller script `attempts` times, each
    /// time with another schedule.
    static func first(
        in seeds: Range<UInt64>,
        attempts: UInt64 = 1,
        _ fault: (_ script: Script, _ seed: UInt64) async -> String?
    ) async -> Fault? {
        for seed in seeds where !Task.isCancelled {
            let script = Script.random(seed: seed)
            guard let first = await fault(script, seed) else { continue }
            var text = first
            let shrunk = await script.shrunk { smaller in
                for attempt in 0..<attempts {
                    guard let again = await fault(smaller, seed &+ attempt) else { continue }
                    text = again
                    return true
                }
                return false
            }
            return Fault(seed: seed, script: shrunk, difference: text)
        }
        return nil
    }
}
