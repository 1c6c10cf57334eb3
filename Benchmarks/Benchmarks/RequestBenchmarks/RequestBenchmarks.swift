import Benchmark
import Dispatch
import Interception

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .instructions],
        maxDuration: .seconds(3)
    )

    // Callbacks come on a queue of the client: no task is current there.
    let queue = DispatchQueue(label: "client")
    let client = StoringClient()
    let wrapped = InterceptingClient(client)
    let answers = Counter()

    Benchmark("1 bare client") { _ in queue.sync { bare(client, answers) } }
    Benchmark("2 wrapped client, no group") { _ in queue.sync { ungrouped(wrapped, answers) } }
    Benchmark("3 wrapped client, in a group") { _ in queue.sync { grouped(wrapped, answers) } }
    Benchmark("4 DispatchGroup by hand") { _ in queue.sync { byHand(client, answers) } }
    Benchmark("5 task group, continuations") { _ in try await inTasks(client, answers) }
}
