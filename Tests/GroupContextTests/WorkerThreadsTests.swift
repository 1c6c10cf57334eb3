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

    @Test func `closures beyond the limit wait for a free thread`() async {
        let (workers, threads) = (WorkerThreads(limit: 1), Locked([Thread]()))
        let (mayEnd, isDone) = (DispatchSemaphore(value: 0), Gate())
        workers.run { mayEnd.wait() }
        for _ in 1...100 {
            workers.run {
                threads.withLock { $0.append(.current) }
                if threads.withLock({ $0.count }) == 100 { isDone.open() }
            }
        }
        mayEnd.signal()
        await isDone.waitUntilOpen()
        #expect(threads.withLock { Set($0.map(ObjectIdentifier.init)).count } == 1)
    }
}
