import Dispatch
import Interception
import ScriptedClient

/// Where one round takes place.
final class Stage: @unchecked Sendable {
    // Safe: nothing in it changes but what says itself why it is safe.
    let requests: Int
    let client: StoringClient
    /// The same client, for who calls it from several threads.
    let locked: LockedClient
    /// The same client, wrapped.
    let network: InterceptingClient<StoringClient>
    /// The one that may be called from several threads, wrapped.
    let lockedNetwork: InterceptingClient<LockedClient>
    /// The same, with a task-local of the app that goes along with each request.
    let carrying: InterceptingClient<StoringClient>
    let tally = Tally()
    /// Counts the odd ones of requests that are answered on two threads.
    let secondTally = Tally()
    /// Signalled when the contender has heard that all have finished.
    let completed = DispatchSemaphore(value: 0)

    init(requests: Int) {
        self.requests = requests
        client = StoringClient(capacity: requests)
        locked = LockedClient(client)
        network = InterceptingClient(client)
        lockedNetwork = InterceptingClient(locked)
        let settings = InterceptionSettings { $0.carried = CarriedTaskLocals(Context.$value) }
        carrying = InterceptingClient(client, settings: settings)
    }

    /// Where the request counts whose answers come from two threads.
    func tally(of number: Int) -> Tally {
        number.isMultiple(of: 2) ? tally : secondTally
    }

    /// Runs the closure in a task for each request, and has all answered when all are outstanding.
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
}
