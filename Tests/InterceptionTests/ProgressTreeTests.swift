@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A group in a tree of Progress` {
    private let tree = Tree()

    private func option(worth count: Int64 = 4) -> RequestGroupOption {
        .progress(childOf: tree.parent, pendingUnitCount: count)
    }

    @Test func `a group's Progress shows the finished part of its requests (O1)`() async throws {
        try await withRequestGroup(options: option()) { group in
            #expect(tree.fraction == 0)
            let first = group.enter("first")
            first?.leave()
            #expect(tree.fraction == 0.2)  // half of 4 in 10
            let others = (0..<2).map { group.enter("\($0)") }
            #expect(tree.fraction == 0.1)  // a quarter
            others[0]?.leave()
            #expect(tree.fraction == 0.2)
            others[1]?.leave()
            #expect(abs(tree.fraction - 0.3) < 1e-9)
            #expect(tree.completed == 0)
        }
        #expect(tree.fraction == 0.4)
        #expect(tree.completed == 4)
    }

    @Test func `the progress of a failed group finishes (O1)`() async {
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: option()) { group in
                group.enter("request")?.leave(throwing: ClientError("no"))
            }
        }
        #expect(tree.completed == 4)
        await #expect(throws: ClientError.self) {
            try await withRequestGroup(options: option(worth: 6)) { throw ClientError("body") }
        }
        #expect(tree.completed == 10)
        #expect(tree.isFinished)
    }

    @Test func `cancelling the parent progress cancels the group (O1, P2)`() async throws {
        let isCancelled = Gate()
        await #expect(throws: CancellationError.self) {
            try await withRequestGroup(options: option()) { group in
                let request = group.enter("request")
                request?.onCancel {
                    request?.leave(throwing: CancellationError())
                    isCancelled.open()
                }
                tree.cancel()
                await isCancelled.waitUntilOpen()
                #expect(group.isCancelled)
            }
        }
        #expect(tree.completed == 4)
    }

    @Test func `a group under a cancelled parent progress is cancelled (O1, P2)`() async throws {
        tree.cancel()
        let group = try await completedGroup(options: option()) { group in
            #expect(group.isCancelled)
        }
        #expect(group.progress.total == 0)
        #expect(tree.completed == 4)
    }

    @Test func `groups on many threads complete their shares of one progress (O1)`() async throws {
        let option = option(worth: 2)
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<5 {
                tasks.addTask {
                    try await withRequestGroup(options: option, .detached) { group in
                        DispatchQueue.concurrentPerform(iterations: 100) { index in
                            group.enter("\(index)")?.leave()
                        }
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(tree.completed == 10)
        #expect(tree.isFinished)
        #expect(abs(tree.fraction - 1) < 1e-3)
    }

    @Test func `code inside withProgressTree may open and cancel a group (O1)`() async throws {
        let (group, isCompleted) = (Locked<RequestGroup?>(nil), Gate())
        _ = withProgressTree {
            withRequestGroup(options: option()) {
                group.withLock { $0 = RequestGroup.current }
                RequestGroup.current?.cancel()
            } completion: { _ in
                isCompleted.open()
            }
        }
        await isCompleted.waitUntilOpen()
        #expect(group.withLock { $0?.isCancelled } == true)
        #expect(tree.completed == 4)
    }

    @Test func `a completed group and its parent progress are released (O1)`() async throws {
        weak var released: RequestGroup?
        weak var parent: Progress?
        do {
            let own = Progress(totalUnitCount: 1)
            parent = own
            let option = RequestGroupOption.progress(childOf: own, pendingUnitCount: 1)
            try await withRequestGroup(options: option) { group in
                group.enter("request")?.leave()
                released = group
            }
        }
        await yieldWhile { released != nil || parent != nil }
        #expect(released == nil && parent == nil)
    }
}

/// A tree with ten units, read under the lock of progress trees.
private struct Tree: @unchecked Sendable {
    // Safe: only used inside `withProgressTree`.
    let parent = Progress.discreteProgress(totalUnitCount: 10)

    var fraction: Double { withProgressTree { parent.fractionCompleted } }
    var completed: Int64 { withProgressTree { parent.completedUnitCount } }
    var isFinished: Bool { withProgressTree { parent.isFinished } }
    func cancel() { withProgressTree { parent.cancel() } }
}
