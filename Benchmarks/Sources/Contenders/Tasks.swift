import Dispatch
import ScriptedClient

extension Contender {
    /// A task and a checked continuation for each request, in a task group.
    static let tasks = Contender(
        "tasks",
        "task group, continuations",
        [
            .group: post, .failing: post, .someFailing: post,
            .nested: { stage in
                stage.inTask {
                    await withTaskGroup(of: Int.self) { parts in
                        for _ in 0..<(stage.requests / 10) {
                            parts.addTask { await stage.post(10) }
                        }
                        stage.tally.reported = await parts.reduce(0, +)
                    }
                }
                stage.locked.answer(stage.requests)
                stage.completed.wait()
            },
            .limited: { stage in
                stage.inTask {
                    await withThrowingTaskGroup(of: Void.self) { tasks in
                        for number in 0..<stage.requests {
                            if number >= 3 { _ = await tasks.nextResult() }
                            tasks.addTask { try await stage.post(stage.tally) }
                        }
                        while await tasks.nextResult() != nil {}
                    }
                }
                stage.locked.answerAsTheyCome(stage.requests)
                stage.completed.wait()
            },
            .operation: { stage in
                stage.countInTask {
                    try await withThrowingTaskGroup(of: Int.self) { tasks in
                        tasks.addTask { try await stage.client.value("feed") }
                        return try await tasks.next() ?? 0
                    }
                }
            },
            .awaited: { stage in
                stage.inTasks {
                    await withThrowingTaskGroup(of: Void.self) { tasks in
                        tasks.addTask { try await stage.post(stage.tally) }
                        _ = await tasks.nextResult()
                    }
                }
            },
            .chain: { stage in
                stage.inTask {
                    for _ in 0..<stage.requests { try? await stage.post(stage.tally) }
                }
                stage.locked.answerAsTheyCome(stage.requests)
                stage.completed.wait()
            },
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        stage.inTask { stage.tally.reported = await stage.post(stage.requests) }
        stage.locked.answer(stage.requests)
        stage.completed.wait()
    }
}

extension Stage {
    fileprivate func inTask(_ body: @escaping @Sendable () async -> Void) {
        Task.detached {
            await body()
            self.completed.signal()
        }
    }

    /// Issues this number of requests at once, and returns the number of failures.
    fileprivate func post(_ count: Int) async -> Int {
        await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<count {
                tasks.addTask { try await self.post(self.tally(of: number)) }
            }
            var failures = 0
            while let result = await tasks.nextResult() {
                if case .failure = result { failures += 1 }
            }
            return failures
        }
    }

    fileprivate func post(_ tally: Tally) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
            locked.post(
                "feed",
                success: { _ in
                    tally.succeeded += 1
                    continuation.resume()
                },
                failure: { error in
                    tally.failed += 1
                    continuation.resume(throwing: error)
                }
            )
        }
    }
}
