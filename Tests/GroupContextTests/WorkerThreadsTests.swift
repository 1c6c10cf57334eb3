@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `Threads for blocking code` {
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
