import Dispatch
import Foundation
import Interception

/// How many requests one measured round issues and has answered.
private let requests = 1_000

/// What the callbacks of a benchmark do, as those of any app do something.
final class Counter: @unchecked Sendable {
    // Safe: each benchmark answers on one thread.
    var count = 0
}

/// The client alone: nobody waits for anything.
func bare(_ client: StoringClient, _ answers: Counter) {
    for _ in 0..<requests {
        client.post("feed", success: { _ in answers.count += 1 }, failure: { _ in })
    }
    client.answer()
}

/// The wrapped client where nobody opened a group.
func ungrouped(_ client: InterceptingClient<StoringClient>, _ answers: Counter) {
    for _ in 0..<requests {
        client.post("feed", success: { _ in answers.count += 1 }, failure: { _ in })
    }
    client.base.answer()
}

/// The wrapped client in a group.
func grouped(_ client: InterceptingClient<StoringClient>, _ answers: Counter) {
    let completed = DispatchSemaphore(value: 0)
    withRequestGroup("page", queue: .global()) {
        for _ in 0..<requests {
            client.post("feed", success: { _ in answers.count += 1 }, failure: { _ in })
        }
    } completion: { _ in
        completed.signal()
    }
    client.base.answer()
    completed.wait()
}

/// A `DispatchGroup` and a lock around the errors, as people write it by hand.
func byHand(_ client: StoringClient, _ answers: Counter) {
    let group = DispatchGroup()
    let lock = NSLock()
    // Safe: guarded by the lock.
    nonisolated(unsafe) var errors: [any Error] = []
    for _ in 0..<requests {
        group.enter()
        client.post(
            "feed",
            success: { _ in
                answers.count += 1
                group.leave()
            },
            failure: { error in
                lock.withLock { errors.append(error) }
                group.leave()
            }
        )
    }
    client.answer()
    group.wait()
}

/// A task and a continuation for each request, in a task group.
func inTasks(_ client: StoringClient, _ answers: Counter) async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        for _ in 0..<requests {
            tasks.addTask {
                try await withCheckedThrowingContinuation { continuation in
                    client.postAtOnce(
                        "feed",
                        success: { _ in continuation.resume() },
                        failure: { continuation.resume(throwing: $0) }
                    )
                }
            }
        }
        try await tasks.waitForAll()
    }
}
