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
    private func client(awaited: Int = .max) -> InterceptingClient<FloodClient> {
        InterceptingClient(FloodClient(awaited: awaited))
    }

    @Test func `a chain of callbacks does not grow the stack (S2)`() async throws {
        let network = client()
        let answers = Locked(0)
        @Sendable func follow() {
            network.get("\(answers.withLock { $0 })") { _ in
                let count = answers.withLock { count in
                    count += 1
                    return count
                }
                if count < flood { follow() }
            }
        }
        let group = try await completedGroup { _ in
            follow()
            network.base.answer()
        }
        #expect(group.progress == GroupProgress(finished: flood, total: flood))
        #expect(network.base.mostInFlight == 1)
        #expect(network.base.stackGrowth < 16_384)
    }

    @Test func `tasks that await many groups block no thread (C1)`() async throws {
        // Many more groups than threads: if each group blocked a thread, some groups would never issue their request.
        let count = flood / 10
        let network = client(awaited: count)
        let finished = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for number in 0..<count {
                tasks.addTask {
                    try await completedGroup { _ in
                        network.get("\(number)")
                    }
                    .progress.finished
                }
            }
            await network.base.full()
            network.base.answer()
            return try await tasks.reduce(0, +)
        }
        #expect(finished == count)
    }
}
