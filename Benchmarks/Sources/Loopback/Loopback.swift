// Whole requests over loopback, on one session: what a group costs beside what a request costs.
//
//     Loopback [ROUNDS [CONTENDER…]]
//
// Prints nanoseconds a request of the bare session, of the wrapped one outside any group and of the
// wrapped one in a group, each with its ratio to the first, the median over rounds that ran one after
// the other: of the time that passed, and of the time that all threads of this program together
// computed. The latter is the steadier one where the machine has other work. The server is another
// program: this one again.

import Dispatch
import Foundation
import Interception
import ProcessUse

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@main
enum Loopback {
    /// How many requests a round has in flight.
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

    /// Serves until nobody listens any more, and says on which port.
    private static func serve() async throws {
        let server = try await Server()
        // Not by `print`, which keeps it until there is more.
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

    /// Nanoseconds a request of each round: all play in turns.
    private static func times(
        _ contenders: [Contender],
        rounds: Int
    ) -> [(name: String, times: [Time])] {
        var results = contenders.map { (name: $0.name, times: [Time]()) }
        // The first tenth opens connections and fills caches.
        for round in 0..<(rounds + rounds / 10) {
            // Who comes first changes, as the others find everything warm.
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                let time = time(contenders[index].issue)
                if round >= rounds / 10 { results[index].times.append(time) }
            }
        }
        return results
    }

    private static func time(_ issue: (Answers) -> Void) -> Time {
        // One more than there are requests: for the group, or for nobody.
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

/// Counts answers, for those who wait for a group and for those who do not.
private final class Answers: @unchecked Sendable {
    // Safe: guarded by the lock.
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

/// How long a request took, in nanoseconds.
private struct Time {
    let passed: Double
    /// What all threads of this program computed.
    let computed: Double
}
