import Dispatch
import Interception
import ScriptedClient

/// The clients and counters of one round.
final class Stage: @unchecked Sendable {
    // Safe: constants, and objects whose own comments say why they are safe.
    let requests: Int
    let client: StoringClient
    /// The same client for calls from several threads.
    let locked: LockedClient
    /// The same client, wrapped.
    let network: InterceptingClient<StoringClient>
    /// The client for calls from several threads, wrapped.
    let lockedNetwork: InterceptingClient<LockedClient>
    /// The wrapped client with a propagated task-local of the app.
    let carrying: InterceptingClient<StoringClient>
    /// The same, with a queue for delayed requests and rejections.
    let queued: InterceptingClient<StoringClient>
    let tally = Tally()
    /// The counts of the odd requests, if requests are answered on two threads.
    let secondTally = Tally()
    /// Signalled when all requests of the contender have finished.
    let completed = DispatchSemaphore(value: 0)

    init(requests: Int) {
        self.requests = requests
        client = StoringClient(capacity: requests)
        locked = LockedClient(client)
        network = InterceptingClient(client)
        lockedNetwork = InterceptingClient(locked)
        let settings = InterceptionSettings { $0.propagated = PropagatedTaskLocals(Context.$value) }
        carrying = InterceptingClient(client, settings: settings)
        let queue = DispatchQueue(label: "rejections")
        queued = InterceptingClient(client, settings: InterceptionSettings { $0.queue = queue })
    }

    /// Returns the counter of a request that may be answered on one of two threads.
    func tally(of number: Int) -> Tally {
        number.isMultiple(of: 2) ? tally : secondTally
    }

    /// Runs the closure in a task for each request, and answers all when all are outstanding.
    func inTasks(_ body: @escaping @Sendable () async -> Void) {
        let tasks = DispatchGroup()
        for _ in 0..<requests {
            tasks.enter()
            Task.detached {
                await body()
                tasks.leave()
            }
        }
        locked.answer(requests)
        tasks.wait()
    }

    /// Runs the closure for each request, one after the other, in one task.
    func countInTask(_ body: @escaping @Sendable () async throws -> Int) {
        Task.detached { [self] in
            await count(body)
            completed.signal()
        }
        completed.wait()
    }

    /// Runs the closure for each request, one after the other, and counts its results.
    func count(_ body: () async throws -> Int) async {
        for _ in 0..<requests {
            do { tally.succeeded += try await body() } catch { tally.failed += 1 }
        }
    }
}
