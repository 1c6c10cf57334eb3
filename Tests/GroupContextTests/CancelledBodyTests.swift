@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `A body that is cancelled with its group` {
    /// The event that ends the group while its body awaits something other than a request.
    enum End: CaseIterable, Sendable {
        case deadline, failFast, cancel, parent
    }

    private func options(_ end: End, _ clock: ManualClock) -> RequestGroupOption {
        switch end {
        case .deadline: clock.timeout
        case .failFast: .failFast
        case .cancel, .parent: []
        }
    }

    private func perform(_ end: End, _ group: RequestGroup, _ clock: ManualClock) async {
        switch end {
        case .deadline: await clock.advanceWhenAsleep(by: .seconds(1))
        case .failFast: group.enter("failing")?.leave(throwing: ClientError("no"))
        case .cancel: group.cancel()
        case .parent: group.parent?.cancel()
        }
    }

    @Test(arguments: End.allCases)
    func `with cancelsBody, the end of a group cancels its body (P2, P3)`(end: End) async throws {
        let clock = ManualClock()
        let wasCancelled = try await withRequestGroup(options: .tolerant) { _ in
            await withRequestGroupOutcome(options: options(end, clock), .cancelsBody) { group in
                Task.detached { await perform(end, group, clock) }
                await Self.untilCancelled()
                return Task.isCancelled
            }
        }
        #expect(wasCancelled.value)
        #expect(!Task.isCancelled)
    }

    @Test func `without cancelsBody, cancelling a group does not cancel its body`() async throws {
        let isCancelled = try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            return Task.isCancelled
        }
        #expect(!isCancelled)
        let before = withUnsafeCurrentTask { $0.map(\.hashValue) }
        let inside = try await withRequestGroup { withUnsafeCurrentTask { $0.map(\.hashValue) } }
        #expect(before == inside)
    }

    @Test func `a group's own error replaces a CancellationError of its body (P3)`() async throws {
        let clock = ManualClock()
        let late = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: clock.timeout, .cancelsBody) {
                Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
                await Self.untilCancelled()
                try Task.checkCancellation()
            }
        }
        #expect(late?.code == .timedOut)
        let failed = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .failFast, .cancelsBody) { group in
                group.enter("failing")?.leave(throwing: ClientError("no"))
                try Task.checkCancellation()
            }
        }
        #expect(failed?.causes.map(\.label) == ["failing"])
        await #expect(throws: CancellationError.self) {
            try await withRequestGroup(options: .cancelsBody) { group in
                group.cancel()
                try Task.checkCancellation()
            }
        }
    }

    @Test(
        arguments: [
            (CancellationError(), true), (RequestTimeoutError(label: "a"), true),
            (LostCallbackError(label: "a"), true), (URLError(.cancelled), true),
            (URLError(.timedOut), false), (ClientError("own"), false),
        ] as [(any Error, Bool)],
        [RequestGroupOption.cancelsBody, []]
    )
    func `a group's error replaces its body's error only if cancelling caused that error (P2)`(
        thrown: (error: any Error, isReplaced: Bool),
        option: RequestGroupOption
    ) async {
        let outcome = await withRequestGroupOutcome(options: .failFast, option) { group in
            group.enter("failing")?.leave(throwing: ClientError("no"))
            throw thrown.error
        }
        #expect(outcome.error is RequestGroupError == thrown.isReplaced)
        let error = #expect(throws: (any Error).self) { try outcome.get() }
        #expect(error is RequestGroupError == thrown.isReplaced)
    }

    @Test(arguments: [URLError.Code.timedOut, .cannotConnectToHost])
    func `at the deadline a group's error replaces a timeout that its body throws (P3)`(
        code: URLError.Code
    ) async {
        let (clock, isCancelled) = (ManualClock(), Gate())
        let outcome = await withRequestGroupOutcome(options: clock.timeout) { group in
            let slow = group.enter("slow")
            slow?.onCancel { isCancelled.open() }
            await clock.advanceWhenAsleep(by: .seconds(1))
            await isCancelled.waitUntilOpen()
            slow?.leave()
            throw URLError(code)
        }
        #expect(outcome.error is RequestGroupError == (code == .timedOut))
    }

    @Test func `cancelling the awaiting task cancels the body and the group`() async throws {
        let isRunning = Gate()
        let task = Task {
            try await withRequestGroup("page", options: .cancelsBody) { group in
                isRunning.open()
                await Self.untilCancelled()
                #expect(group.isCancelled)
                try Task.checkCancellation()
            }
        }
        await isRunning.waitUntilOpen()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `with cancelsBody, a group opened in a failed group cancels its body (P2)`() async {
        _ = await withRequestGroupOutcome(options: .failFast) { group in
            group.enter("failing")?.leave(throwing: ClientError("no"))
            await #expect(throws: CancellationError.self) {
                try await withRequestGroup(options: .cancelsBody) { try Task.checkCancellation() }
            }
        }
    }

    @Test @MainActor func `a body with cancelsBody keeps its actor and task-locals`() async throws {
        var items: [String] = []
        try await Self.$local.withValue("mine") {
            try await withRequestGroup("page", options: .cancelsBody) {
                MainActor.assertIsolated()
                items.append(Self.local)
                await Task.yield()
                MainActor.assertIsolated()
                items.append(RequestGroup.current?.name ?? "none")
            }
        }
        #expect(items == ["mine", "page"])
    }

    @Test func `cancelling a group on many threads cancels its body once`() async throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (yields, cancels) = (
                Int.random(in: 0...5, using: &random), Int.random(in: 1...4, using: &random)
            )
            let waits = Bool.random(using: &random)
            let notifications = Locked(0)
            let outcome = await withRequestGroupOutcome(options: .tolerant, .cancelsBody) { group in
                for _ in 0..<cancels { Task.detached { group.cancel() } }
                await withTaskCancellationHandler {
                    for _ in 0..<yields { await Task.yield() }
                    if waits { await Self.untilCancelled() }
                } onCancel: {
                    notifications.withLock { $0 += 1 }
                }
                return group
            }
            #expect(notifications.withLock { $0 } <= 1)
            if waits {
                #expect(notifications.withLock { $0 } == 1)
                #expect(outcome.value.isCancelled)
            }
        }
    }

    @TaskLocal private static var local = "none"

    private static func untilCancelled() async {
        let cancelled = Gate()
        await withTaskCancellationHandler {
            // Cancelling a task does not end its wait for a gate.
            await Task { await cancelled.waitUntilOpen() }.value
        } onCancel: {
            cancelled.open()
        }
    }
}
