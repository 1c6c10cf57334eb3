@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `Threads for blocking code` {
    @Test func `worker threads run each of 1,000 closures once`() async {
        let (isDone, numbers) = (Gate(), Locked([Int]()))
        for number in 0..<1_000 {
            WorkerThreads.limited.run {
                let count = numbers.withLock { numbers in
                    numbers.append(number)
                    return numbers.count
                }
                if count == 1_000 { isDone.open() }
            }
        }
        await isDone.waitUntilOpen()
        #expect(numbers.withLock { $0.sorted() } == Array(0..<1_000))
    }

    @Test func `a closure beyond the limit waits for a free thread`() async {
        let (workers, threads) = (WorkerThreads(limit: 1), Locked([Thread]()))
        let (mayEnd, isDone) = (DispatchSemaphore(value: 0), Gate())
        workers.run {
            mayEnd.wait()
            threads.withLock { $0.append(.current) }
        }
        workers.run {
            threads.withLock { $0.append(.current) }
            isDone.open()
        }
        mayEnd.signal()
        await isDone.waitUntilOpen()
        #expect(threads.withLock { $0.count == 2 && $0[0] === $0[1] })
    }
}
