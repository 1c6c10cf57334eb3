import Contenders
import Dispatch
import Interception
import ScriptedClient

extension Scenario {
    static let all: [Scenario] = [
        // The price of the client and of memory alone.
        Scenario("the bare client") { count, probe in
            let client = StoringClient(capacity: count)
            for _ in 0..<count {
                client.post("feed", success: { _ in probe.callback() }, failure: { _ in })
            }
            probe.full()
            client.answer()
        },
        Scenario("one group") { count, probe in
            let network = InterceptingClient(StoringClient(capacity: count))
            network.inGroup(probe, expecting: count) {
                for _ in 0..<count { network.post(probe) }
            }
        },
        Scenario("groups open at once, a request in each", unit: "groups", perHundred: 10) {
            count,
            probe in
            let network = InterceptingClient(StoringClient(capacity: count))
            let completions = DispatchGroup()
            let queue = DispatchQueue(label: "completions")
            for _ in 0..<count {
                completions.enter()
                withRequestGroup("page", queue: queue) {
                    network.post(probe)
                } completion: { result in
                    if case .failure(let error) = result { probe.expect(false, "\(error)") }
                    completions.leave()
                }
            }
            probe.full()
            network.base.answer()
            completions.wait()
        },
        Scenario("groups nested in each other", unit: "groups", perHundred: 0.1) { count, probe in
            let network = InterceptingClient(StoringClient(capacity: count))
            @Sendable func nest(_ depth: Int) {
                network.post(probe)
                if depth < count {
                    withRequestGroup("inner", queue: .global()) {
                        nest(depth + 1)
                    } completion: { _ in
                    }
                }
            }
            network.inGroup(probe, expecting: count) { nest(1) }
        },
        Scenario("each issued from the callback before") { count, probe in
            let network = InterceptingClient(StoringClient(capacity: count))
            @Sendable func follow() {
                network.post("feed") { _ in
                    probe.callback()
                    if probe.callbacks < count { follow() } else { probe.full() }
                } failure: { _ in
                }
            }
            network.inGroup(probe, expecting: count, isFullAtOnce: false) { follow() }
        },
        Scenario("limit 3") { count, probe in
            let network = InterceptingClient(StoringClient(capacity: count))
            network.inGroup(probe, expecting: count, options: .limit(3)) {
                for _ in 0..<count { network.post(probe) }
            }
        },
        Scenario("limit 1, answered inside the call") { count, probe in
            let network = InterceptingClient(AnsweringClient())
            let completed = DispatchSemaphore(value: 0)
            withRequestGroup("page", options: .limit(1), queue: .global()) {
                for _ in 0..<count { network.get { probe.callback() } }
                probe.full()
            } completion: { _ in
                completed.signal()
            }
            completed.wait()
        },
        Scenario("limit 1, answered inside the call, behind a waiting request") { count, probe in
            let network = InterceptingClient(AnsweringClient())
            let slow = InterceptingClient(StoringClient(capacity: 1))
            slow.inGroup(probe, expecting: count, options: .limit(1)) {
                slow.post(probe)
                for _ in 1..<count { network.get { probe.callback() } }
            }
        },
        Scenario("awaited groups, all waiting", unit: "groups", perHundred: 1, run: awaited),
    ]

    /// Groups for which tasks wait: meanwhile other tasks still run, without further threads.
    private static func awaited(_ count: Int, _ probe: Probe) {
        let client = StoringClient(capacity: count)
        let locked = LockedClient(client)
        let network = InterceptingClient(locked)
        let tasks = DispatchGroup()
        for _ in 0..<count {
            tasks.enter()
            Task.detached {
                try? await withRequestGroup("page") { network.post(probe) }
                tasks.leave()
            }
        }
        client.beforeAnswering = {
            let isFree = DispatchSemaphore(value: 0)
            Task.detached { isFree.signal() }
            isFree.wait()
            probe.full()
        }
        locked.answer(count)
        tasks.wait()
    }
}

/// A client that answers during the call, like one with a cache.
private struct AnsweringClient: Sendable {
    @inline(never)
    func get(_ success: () -> Void) { success() }
}

extension InterceptingClient<AnsweringClient> {
    fileprivate func get(_ success: @escaping () -> Void) {
        intercept(#function, .success(success)) { base.get($0) }
    }
}

extension InterceptingClient<LockedClient> {
    fileprivate func post(_ probe: Probe) {
        post("feed", success: { _ in probe.callback() }, failure: { _ in })
    }
}

extension InterceptingClient<StoringClient> {
    fileprivate func post(_ probe: Probe) {
        post("feed", success: { _ in probe.callback() }, failure: { _ in })
    }

    /// Issues requests in a group, answers them on this thread, and waits for the group.
    fileprivate func inGroup(
        _ probe: Probe,
        expecting count: Int,
        isFullAtOnce: Bool = true,
        options: RequestGroupOption = [],
        _ issue: () -> Void
    ) {
        let completed = DispatchSemaphore(value: 0)
        let group = withRequestGroup("page", options: options, queue: .global()) {
            issue()
        } completion: { result in
            if case .failure(let error) = result { probe.expect(false, "\(error)") }
            completed.signal()
        }
        if isFullAtOnce { probe.full() }
        base.answer()
        completed.wait()
        probe.expect(group.outstanding.isEmpty, "the group still waits")
    }
}
