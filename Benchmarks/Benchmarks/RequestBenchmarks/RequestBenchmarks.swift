import Benchmark
import Contenders
import Dispatch

/// Times every contender of a case in turns, so that whatever slows the machine down for a while
/// slows down all of them.
let benchmarks: @Sendable () -> Void = {
    // No task is current on a queue, as none is where clients call back.
    let queue = DispatchQueue(label: "rounds")

    for measured in Case.allCases {
        let contenders = Contender.all.filter { $0.plays(measured) }
        let metrics = contenders.map { contender in
            BenchmarkMetric.custom(
                "\(measured.rawValue) \(contender.name)",
                useScalingFactor: false
            )
        }
        Benchmark(
            measured.rawValue,
            configuration: .init(
                metrics: metrics,
                // Thousands would round what takes ten of them.
                units: Dictionary(uniqueKeysWithValues: metrics.map { ($0, .count) }),
                warmupIterations: 3,
                maxDuration: .seconds(5)
            )
        ) { benchmark in
            let durations = await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(returning: contenders.map { $0.duration(of: measured) })
                }
            }
            for (metric, duration) in zip(metrics, durations) {
                benchmark.measurement(metric, duration)
            }
        }
    }
}

extension Contender {
    /// How many nanoseconds a request of one round took.
    fileprivate func duration(of measured: Case) -> Int {
        let duration = ContinuousClock().measure { round(of: measured) }
        return Int(duration / .nanoseconds(1_000))
    }
}
