@testable import InterceptionTestSupport

// The number of requests. The program Load in Benchmarks/ measures memory and time for larger numbers.
private let flood = {
    #if DEBUG
    20_000
    #else
    200_000
    #endif
}()

@Suite struct `Groups under load` {
    private let client = ManualClient()
    private var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `a chain of callbacks does not grow the stack (S2)`() async throws {
        let (stack, answers) = (StackGauge(), Locked(0))
        @Sendable func follow() {
            let success: (String) -> Void = { _ in
                stack.note()
                let count = answers.withLock { count in
                    count += 1
                    return count
                }
                if count < flood { follow() }
            }
            network.get("next", success: success)
        }
        let group = try await completedGroup { _ in
            follow()
            let used = try await stack.run { [client] in
                while let call = client.takeAll().first { call.succeed() }
            }
            #expect(used < 16_384)
        }
        #expect(group.progress == GroupProgress(finished: flood, total: flood))
    }

    @Test func `tasks that await many groups block no thread (C1)`() async throws {
        // Many more groups than threads: if each group blocked a thread, some groups would never issue their request.
        let count = flood / 10
        let finished = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for number in 0..<count {
                tasks.addTask {
                    try await completedGroup { _ in
                        network.get("\(number)")
                    }
                    .progress.finished
                }
            }
            _ = await client.started.waitForFirst(count)
            for call in client.takeAll() { call.succeed() }
            return try await tasks.reduce(0, +)
        }
        #expect(finished == count)
    }
}
