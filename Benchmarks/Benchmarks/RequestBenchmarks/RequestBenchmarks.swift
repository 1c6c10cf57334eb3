import Benchmark
import Contenders
import Dispatch

/// Times the contenders of a case alternately, so that a slow period of the machine affects all of them.
let benchmarks: @Sendable () -> Void = {
    // Clients call back on a queue, where no task is current.
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
                // Larger units would round a duration of ten nanoseconds.
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
    /// Returns the nanoseconds per request of one round.
    fileprivate func duration(of measured: Case) -> Int {
        let duration = ContinuousClock().measure { round(of: measured) }
        return Int(duration / .nanoseconds(1_000))
    }
}
