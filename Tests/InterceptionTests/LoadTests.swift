import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

// The same loads as those of the program Load in Benchmarks/, which also weighs and times them, in a
// size that takes a second or two.
private let flood = {
    #if DEBUG
    20_000
    #else
    200_000
    #endif
}()

@Suite struct `Under load` {
    private func client(awaited: Int = .max) -> InterceptingClient<FloodClient> {
        InterceptingClient(FloodClient(awaited: awaited))
    }

    /// Where two long lists differ first: nobody reads ten thousand lines of a failed test.
    private func firstDifference<Element: Equatable>(
        _ seen: [Element],
        _ expected: [Element]
    ) -> String? {
        if let index = zip(seen, expected).map({ $0 == $1 }).firstIndex(of: false) {
            return "\(seen[index]), not \(expected[index]), at \(index)"
        }
        return seen.count == expected.count ? nil : "\(seen.count), not \(expected.count)"
    }

    @Test func `every failure of many requests is reported in issue order (C2)`() async throws {
        let network = client()
        let answers = Locked((succeeded: 0, failed: 0))
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                for number in 0..<flood {
                    network.get(
                        "\(number)",
                        success: { _ in answers.withLock { $0.succeeded += 1 } },
                        failure: { _ in answers.withLock { $0.failed += 1 } }
                    )
                }
                #expect(group.progress == GroupProgress(total: flood))
                network.base.answer { call in
                    if call.path.hasSuffix("7") { call.fail() } else { call.succeed() }
                }
                #expect(
                    group.progress
                        == GroupProgress(finished: flood, failed: flood / 10, total: flood)
                )
            }
        }
        #expect(answers.withLock { $0.succeeded } == flood / 10 * 9)
        #expect(answers.withLock { $0.failed } == flood / 10)
        let failing = stride(from: 7, to: flood, by: 10).map { "\($0)" }
        #expect(firstDifference(error?.failures.map(\.label) ?? [], failing) == nil)
    }

    @Test func `groups that are open at once complete each with its own failures (N1)`() async {
        let network = client()
        let count = flood / 10
        let queue = DispatchQueue(label: "completions")
        let completions = Journal<String>()
        for number in 0..<count {
            withRequestGroup("\(number)", queue: queue) {
                network.get("\(number)")
            } completion: { result in
                switch result {
                case .success: completions.append("\(number) succeeded")
                case .failure(let error as RequestGroupError):
                    completions.append("\(number): \(error.failures.map(\.label))")
                case .failure(let error): completions.append("\(error)")
                }
            }
        }
        await drained(queue)
        #expect(completions.entries.isEmpty)
        network.base.answer { call in
            if call.path.hasSuffix("7") { call.fail() } else { call.succeed() }
        }
        await drained(queue)
        let expected = (0..<count).map { number in
            number % 10 == 7 ? "\(number): [\"\(number)\"]" : "\(number) succeeded"
        }
        #expect(firstDifference(completions.entries, expected) == nil)
    }

    @Test func `groups nested a thousand deep complete from the inside out (N2)`() async {
        let network = client()
        let queue = DispatchQueue(label: "completions")
        let completions = Journal<Int>()
        let depth = 1_000
        @Sendable func nest(_ level: Int) {
            withRequestGroup(queue: queue) {
                network.get("\(level)")
                if level < depth { nest(level + 1) }
            } completion: { _ in
                completions.append(level)
            }
        }
        // Tests run on small stacks.
        await withCheckedContinuation { continuation in
            let thread = Thread {
                nest(1)
                continuation.resume()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        await drained(queue)
        #expect(completions.entries.isEmpty)
        network.base.answer()
        let completed = await completions.first(depth)
        #expect(firstDifference(completed, Array((1...depth).reversed())) == nil)
    }

    @Test func `a chain of callbacks that each issue a request does not grow the stack (S2)`()
        async throws
    {
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
        let group = try await withRequestGroup { group in
            follow()
            network.base.answer()
            return group
        }
        #expect(group.progress == GroupProgress(finished: flood, total: flood))
        #expect(network.base.mostInFlight == 1)
        #expect(network.base.stackGrowth < 16_384)
    }

    @Test func `under a limit of three a flood has three in flight and grows no stack (P4)`()
        async throws
    {
        let network = client()
        let answers = Locked(0)
        try await withRequestGroup(options: .limit(3)) { group in
            for number in 0..<flood {
                network.get("\(number)") { _ in answers.withLock { $0 += 1 } }
            }
            #expect(group.progress == GroupProgress(total: flood))
            network.base.answer()
            #expect(group.progress == GroupProgress(finished: flood, total: flood))
        }
        #expect(answers.withLock { $0 } == flood)
        #expect(network.base.mostInFlight == 3)
        #expect(network.base.stackGrowth < 16_384)
    }

    @Test func `groups that tasks wait for block no thread (C1)`() async throws {
        // Far more than there are threads: were one blocked for each, not all would get to issue.
        let count = flood / 10
        let network = client(awaited: count)
        let finished = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for number in 0..<count {
                tasks.addTask {
                    try await withRequestGroup { group in
                        network.get("\(number)")
                        return group
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
