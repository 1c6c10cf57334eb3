import Foundation
import ScriptedClient

extension Contender {
    /// An asynchronous operation for each request, in an `OperationQueue`.
    static let operations = Contender(
        "operations",
        "`OperationQueue`",
        [
            .group: { stage in
                stage.addOperations(.max)
                stage.locked.answer(stage.requests)
                stage.completed.wait()
            },
            .failing: { stage in
                stage.addOperations(.max)
                stage.locked.answer(stage.requests)
                stage.completed.wait()
            },
            .someFailing: { stage in
                stage.addOperations(.max)
                stage.locked.answer(stage.requests)
                stage.completed.wait()
            },
            .threads: { stage in
                stage.addOperations(.max)
                stage.locked.answerOnTwoThreads(stage.requests)
                stage.completed.wait()
            },
            .limited: { stage in
                stage.addOperations(3)
                stage.locked.answerAsTheyCome(stage.requests)
                stage.completed.wait()
            },
        ]
    )
}

extension Stage {
    /// Queues all requests, and signals when they have finished.
    fileprivate func addOperations(_ limit: Int) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = limit
        let errors = Errors()
        for number in 0..<requests {
            queue.addOperation(PostOperation(locked, tally(of: number), errors))
        }
        queue.addBarrierBlock { [self] in
            tally.reported = errors.count
            completed.signal()
        }
    }
}

/// An operation for one request, as in most code that queues requests.
private final class PostOperation: Operation, @unchecked Sendable {
    // Safe: a lock protects the mutable state.
    private let client: LockedClient
    private let tally: Tally
    private let errors: Errors
    private let lock = NSLock()
    private var hasStarted = false
    private var hasFinished = false

    init(_ client: LockedClient, _ tally: Tally, _ errors: Errors) {
        self.client = client
        self.tally = tally
        self.errors = errors
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { hasStarted && !hasFinished } }
    override var isFinished: Bool { lock.withLock { hasFinished } }

    override func start() {
        willChangeValue(forKey: "isExecuting")
        lock.withLock { hasStarted = true }
        didChangeValue(forKey: "isExecuting")
        client.post(
            "feed",
            success: { [self] _ in
                tally.succeeded += 1
                finish()
            },
            failure: { [self] error in
                errors.append(error)
                tally.failed += 1
                finish()
            }
        )
    }

    private func finish() {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        lock.withLock { hasFinished = true }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
