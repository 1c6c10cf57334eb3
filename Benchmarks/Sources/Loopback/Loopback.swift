// Measures complete requests over loopback, on one session: bare, wrapped, and wrapped in a group.
//
//     Loopback [ROUNDS [CONTENDER…]]
//
// Prints nanoseconds per request with the ratio to the bare session, as the median over interleaved
// rounds: of elapsed time, and of the processor time of all threads. Processor time is steadier on
// a machine with other work. The server is this program, started a second time.

import Dispatch
import Foundation
import Interception
import ProcessUse

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@main
enum Loopback {
    /// The number of requests in flight in a round.
    private static let requests = 20

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "serve" { return try await serve() }
        let rounds = arguments.first.flatMap { Int($0) } ?? 500
        let chosen = Set(arguments.dropFirst())
        let server = try ServerProcess()
        defer { server.stop() }
        guard let url = URL(string: "http://127.0.0.1:\(server.port)/") else {
            throw URLError(.badURL)
        }

        let session = URLSession(configuration: .ephemeral)
        let results: [(name: String, times: [Time])] = await withCheckedContinuation {
            continuation in
            // No task is current on a queue.
            DispatchQueue(label: "rounds").async {
                let contenders = contenders(session, url)
                    .filter { chosen.isEmpty || chosen.contains($0.name) }
                continuation.resume(returning: Self.times(contenders, rounds: rounds))
            }
        }
        for (name, times) in results {
            let columns = [\Time.passed, \Time.computed].flatMap { column in
                let values = times.map { $0[keyPath: column] }
                let ratios = zip(values, results[0].times).map { $0 / $1[keyPath: column] }
                return [String(Int(median(values))), String(format: "%.3f", median(ratios))]
            }
            print(([name] + columns).joined(separator: "\t"))
        }
    }

    /// Serves until the other process ends, and prints the port.
    private static func serve() async throws {
        let server = try await Server()
        // Not by `print`, which buffers the output.
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = try FileHandle.standardInput.readToEnd()
        try await server.stop()
    }

    private typealias Contender = (name: String, issue: (Answers) -> Void)

    private static func contenders(_ session: URLSession, _ url: URL) -> [Contender] {
        let network = InterceptingClient(session)
        return [
            (
                "bare",
                { answers in
                    for _ in 0..<requests {
                        session.dataTask(with: url) { data, _, _ in answers.add(data) }.resume()
                    }
                    answers.count()
                }
            ),
            (
                "ungrouped",
                { answers in
                    for _ in 0..<requests {
                        network.dataTask(with: url) { data, _, _ in answers.add(data) }.resume()
                    }
                    answers.count()
                }
            ),
            (
                "grouped",
                { answers in
                    withRequestGroup("page", queue: .global()) {
                        for _ in 0..<requests {
                            network.dataTask(with: url) { data, _, _ in answers.add(data) }.resume()
                        }
                    } completion: { result in
                        answers.complete(result)
                    }
                }
            ),
        ]
    }

    /// Returns the nanoseconds of a request for each round; the contenders take turns.
    private static func times(
        _ contenders: [Contender],
        rounds: Int
    ) -> [(name: String, times: [Time])] {
        var results = contenders.map { (name: $0.name, times: [Time]()) }
        // The first tenth of the rounds opens connections and fills caches.
        for round in 0..<(rounds + rounds / 10) {
            // The first contender changes, because the others find warm caches.
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                let time = time(contenders[index].issue)
                if round >= rounds / 10 { results[index].times.append(time) }
            }
        }
        return results
    }

    private static func time(_ issue: (Answers) -> Void) -> Time {
        // One more than the number of requests, for the end of the group.
        let answers = Answers(awaited: requests + 1)
        let computed = computedNanoseconds()
        let duration = ContinuousClock().measure {
            issue(answers)
            answers.wait()
        }
        return Time(
            passed: duration / .nanoseconds(1) / Double(requests),
            computed: (computedNanoseconds() - computed) / Double(requests)
        )
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? .nan : values.sorted()[values.count / 2]
    }
}

/// Counts answers, with and without a group.
private final class Answers: @unchecked Sendable {
    // Safe: a lock protects the mutable state.
    private let lock = NSLock()
    private var missing: Int
    private let all = DispatchSemaphore(value: 0)

    init(awaited: Int) {
        missing = awaited
    }

    func add(_ data: Data?) {
        precondition(data?.count == 2, "The server did not answer.")
        count()
    }

    func complete(_ result: Result<Void, any Error>) {
        if case .failure(let error) = result { preconditionFailure("\(error)") }
        count()
    }

    func wait() {
        all.wait()
    }

    func count() {
        let isLast = lock.withLock {
            missing -= 1
            return missing == 0
        }
        if isLast { all.signal() }
    }
}

/// The time of a request, in nanoseconds.
private struct Time {
    let passed: Double
    /// The processor time of all threads of this program.
    let computed: Double
}
