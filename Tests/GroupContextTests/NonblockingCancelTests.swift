@testable import GroupContext

/// Guarantees P2 and P3: neither a deadline nor the cancellation of a task waits for user code.
@Suite(.timeLimit(.ordinary), .endsInTime) struct `Cancelling without waiting for user code` {
    @Test(arguments: [RequestGroupEvent.Kind.entered, .left, .duplicateCallback, .lateRequest])
    func `a blocked observer delays no deadline (P3)`(kind: RequestGroupEvent.Kind) async throws {
        let (clock, observer) = (ManualClock(), BlockedObserver(kind))
        let unanswered = Locked(Membership?.none)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .observer(observer), clock.timeout) { group in
                // A separate thread issues the requests, so that the body itself is not blocked.
                OwnThread {
                    let request = group.enter("unanswered")
                    unanswered.withLock { $0 = request }
                    let inner = group.returning { RequestGroup(opening: "inner", options: []) }
                    inner.close(bodyThrew: false)
                    inner.releaseParent()
                    inner.enter("late")?.leave()
                    let answered = group.enter("answered")
                    answered?.leave()
                    answered?.leave()
                }
                await observer.isBlocked.waitUntilOpen()
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
        }
        #expect(error?.code == .timedOut)
        observer.release()
        unanswered.withLock { $0 = nil }
    }

    @Test func `an answer in time counts, even if an observer blocks (P3)`() async throws {
        let (clock, observer) = (ManualClock(), BlockedObserver(.left))
        let group = try await withRequestGroup(options: .observer(observer), clock.timeout) {
            group in
            let request = group.enter("answered")
            OwnThread { request?.leave() }
            await observer.isBlocked.waitUntilOpen()
            Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
            return group
        }
        #expect(group.failures.isEmpty)
        observer.release()
    }

    @Test func `observers are not notified of a deadline on the body's thread (P3)`() async {
        let observer = ExpiringObserver()
        let clock = observer.clock
        let request = Locked(Membership?.none)
        let outcome = await withRequestGroupOutcome(
            options: .observer(observer),
            .observer(observer.recorder),
            clock.timeout
        ) { group in
            await clock.waitUntilAsleep()
            // The deadline passes while this thread notifies the observer.
            request.withLock { $0 = group.enter("request") }
        }
        #expect(outcome.failures.map(\.reason) == [.timedOut])
        #expect(!observer.wasNotifiedByBody.withLock { $0 })
        observer.canReturn.signal()
        request.withLock { $0 = nil }
    }

    @Test func `observers are notified of a deadline while a cancel handler runs`() async {
        let (clock, recorder) = (ManualClock(), EventRecorder())
        let (canReturn, request) = (DispatchSemaphore(value: 0), Locked(Membership?.none))
        _ = await withRequestGroupOutcome(options: .observer(recorder), clock.timeout) { group in
            request.withLock { $0 = group.enter("request") }
            request.withLock { $0 }?.onCancel { canReturn.wait() }
            await clock.advanceWhenAsleep(by: .seconds(1))
        }
        await recorder.waitForEvent(.completed)
        #expect(recorder.lines == ["opened", "entered request", "left request", "completed"])
        canReturn.signal()
        request.withLock { $0 = nil }
    }

    @Test func `observers see a timed-out group complete before its parent`() async throws {
        for _ in 0..<50 {
            let (clock, recorder) = (ManualClock(), EventRecorder())
            let request = Locked(Membership?.none)
            try await withRequestGroup("outer", options: .observer(recorder)) {
                _ = await withRequestGroupOutcome("inner", options: clock.timeout) { group in
                    request.withLock { $0 = group.enter("request") }
                    await clock.advanceWhenAsleep(by: .seconds(1))
                }
            }
            let completed = recorder.events.filter { $0.kind == .completed }.map(\.groupName)
            #expect(completed == ["inner", "outer"])
            request.withLock { $0 = nil }
        }
    }

    @Test func `progressUpdates ends at the deadline even while an observer blocks`() async throws {
        let (clock, observer) = (ManualClock(), BlockedObserver(.left))
        let request = Locked(Membership?.none)
        let outcome = await withRequestGroupOutcome(options: .observer(observer), clock.timeout) {
            group in
            request.withLock { $0 = group.enter("request") }
            let updates = group.progressUpdates
            await clock.advanceWhenAsleep(by: .seconds(1))
            return updates
        }
        var last: GroupProgress?
        for await progress in outcome.body.get() { last = progress }
        #expect(last?.failed == 1)
        observer.release()
        request.withLock { $0 = nil }
    }

    @Test func `cancel handlers run while the body of the cancelled task continues (P2)`() async {
        let (isIssued, isCancelling, canceller) = (Gate(), Gate(), Canceller())
        let hasEntered = DispatchSemaphore(value: 0)
        let task = Task {
            try await withRequestGroup { group in
                let request = group.enter("request")
                request?.onCancel {
                    isCancelling.open()
                    // The handler waits for the body, and the body needs the lock of its task.
                    if !canceller.isRunning() { hasEntered.wait() }
                    request?.leave(throwing: CancellationError())
                }
                isIssued.open()
                await isCancelling.waitUntilOpen()
                await withTaskCancellationHandler {
                } onCancel: {
                }
                hasEntered.signal()
            }
        }
        await isIssued.waitUntilOpen()
        canceller.cancel(task)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!canceller.hasRunUserCode)
    }

    @Test func `requests released while their group is cancelled leave as failed`() async {
        let (handle, queue) = (Handle(), DispatchQueue(label: "queue", attributes: .concurrent))
        for _ in 0..<500 {
            let group = RequestGroup(opening: "group", options: [.tolerant])
            let requests = Locked(
                (0..<8).map { number in
                    let membership = group.enter("\(number)")
                    membership?.add(.cancelling { [handle] _ in withExtendedLifetime(handle) {} })
                    return membership
                }
            )
            let ended = DispatchGroup()
            queue.async(group: ended) { while requests.withLock({ $0.popLast() }) != nil {} }
            queue.async(group: ended) { group.cancel() }
            await withCheckedContinuation { continuation in
                ended.notify(queue: queue) { continuation.resume() }
            }
            #expect(group.outstanding.isEmpty)
            #expect(group.progress.failed == 8)
            group.close(bodyThrew: false)
        }
    }
}

private final class Handle: Sendable {}

/// An observer that lets the deadline pass when a request enters, and blocks when the request leaves.
private final class ExpiringObserver: RequestGroupObserver {
    /// A recorder of the library, which a blocked observer does not delay.
    final class Recorder: RequestGroupRecorder {
        let hasLeft = DispatchSemaphore(value: 0)

        func observe(_ event: RequestGroupEvent) { if event.kind == .left { hasLeft.signal() } }
    }

    let clock = ManualClock()
    let recorder = Recorder()
    let canReturn = DispatchSemaphore(value: 0)
    /// A Boolean value that indicates whether the body's thread has notified this observer after the deadline.
    let wasNotifiedByBody = Locked(false)
    private let body = Locked(ObjectIdentifier?.none)

    func observe(_ event: RequestGroupEvent) {
        let thread = ObjectIdentifier(Thread.current)
        switch event.kind {
        case .entered:
            body.withLock { $0 = thread }
            clock.advance(by: .seconds(1))
            recorder.hasLeft.wait()
        case .left where body.withLock { $0 == thread }: wasNotifiedByBody.withLock { $0 = true }
        case .left: canReturn.wait()
        default: break
        }
    }
}
