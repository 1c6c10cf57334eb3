import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GroupContext

/// Guarantees P2 and P3: neither a deadline nor the cancellation of a task waits for user code.
@Suite(.timeLimit(.ordinary)) struct `Cancelling without waiting for user code` {
    @Test(arguments: [
        RequestGroupEvent.Kind.entered, .left, .duplicateCallback, .lateRequest,
    ])
    func `a deadline does not wait for an observer`(kind: RequestGroupEvent.Kind) async throws {
        let (clock, observer) = (ManualClock(), BlockedObserver(kind))
        let unanswered = Locked(Membership?.none)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(
                options: .observer(observer),
                .timeout(.seconds(1), clock: clock)
            ) { group in
                // On a thread of its own: the body itself must not be blocked.
                OwnThread {
                    let request = group.enter("unanswered")
                    unanswered.withLock { $0 = request }
                    let inner = group.run { RequestGroup(opening: "inner", options: []) }
                    inner.close(bodyThrew: false)
                    inner.releaseParent()
                    inner.enter("late")?.leave()
                    let answered = group.enter("answered")
                    answered?.leave()
                    answered?.leave()
                }
                await observer.isBlocked.opened()
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
        }
        #expect(error?.code == .timedOut)
        observer.release()
        unanswered.withLock { $0 = nil }
    }

    @Test func `a deadline does not wait for the observer of an answer that came in time`()
        async throws
    {
        let (clock, observer) = (ManualClock(), BlockedObserver(.left))
        let group = try await withRequestGroup(
            options: .observer(observer),
            .timeout(.seconds(1), clock: clock)
        ) { group in
            let request = group.enter("answered")
            OwnThread { request?.leave() }
            await observer.isBlocked.opened()
            Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
            return group
        }
        #expect(group.failures.isEmpty)
        observer.release()
    }

    @Test func `a deadline does not wait for a closure that reports progress`() async throws {
        let (clock, isBlocked) = (ManualClock(), Gate())
        let release = DispatchSemaphore(value: 0)
        let progress = RequestGroupOption.onProgress { _ in
            isBlocked.open()
            release.wait()
        }
        let request = Locked(Membership?.none)
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(
                options: progress,
                .timeout(.seconds(1), clock: clock)
            ) { group in
                OwnThread { request.withLock { $0 = group.enter("request") } }
                await isBlocked.opened()
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
        }
        for _ in 0..<2 { release.signal() }
        request.withLock { $0 = nil }
    }

    @Test func `after the deadline the body does not call observers`() async {
        let observer = ExpiringObserver()
        let clock = observer.clock
        let request = Locked(Membership?.none)
        let outcome = await withRequestGroupOutcome(
            options: .observer(observer),
            .timeout(.seconds(1), clock: clock)
        ) { group in
            await clock.asleep()
            // The deadline passes while this thread notifies the observer.
            request.withLock { $0 = group.enter("request") }
        }
        #expect(outcome.failures.map(\.reason) == [.timedOut])
        observer.canReturn.signal()
        request.withLock { $0 = nil }
    }

    @Test func `an answer is in time before the deadline and not after it`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let (early, late) = (group.enter("early"), group.enter("late"))
            #expect(early?.settle(nil) == true)
            group.cancel(.deadline)
            #expect(late?.settle(nil) == false)
            #expect(group.failures.map(\.label) == ["late"])
        }
    }

    @Test func `observers are notified of a deadline while a cancel handler runs`() async {
        let (clock, recorder) = (ManualClock(), EventRecorder())
        let canReturn = DispatchSemaphore(value: 0)
        let request = Locked(Membership?.none)
        _ = await withRequestGroupOutcome(
            options: .observer(recorder),
            .timeout(.seconds(1), clock: clock)
        ) { group in
            request.withLock { $0 = group.enter("request") }
            request.withLock { $0 }?.onCancel { canReturn.wait() }
            await clock.advanceWhenAsleep(by: .seconds(1))
        }
        await recorder.happened(.completed)
        #expect(recorder.lines.last == "completed")
        canReturn.signal()
        request.withLock { $0 = nil }
    }

    @Test func `the parent of a group completes after the observers of its deadline`() async throws
    {
        for _ in 0..<50 {
            let (clock, recorder) = (ManualClock(), EventRecorder())
            let request = Locked(Membership?.none)
            try await withRequestGroup("outer", options: .observer(recorder)) {
                let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
                _ = await withRequestGroupOutcome("inner", options: timeout) { group in
                    request.withLock { $0 = group.enter("request") }
                    await clock.advanceWhenAsleep(by: .seconds(1))
                }
            }
            let completed = recorder.events.filter { $0.kind == .completed }.map(\.groupName)
            #expect(completed == ["inner", "outer"])
            request.withLock { $0 = nil }
        }
    }

    @Test func `observers are notified of the events of a deadline in order`() async throws {
        let (clock, recorder) = (ManualClock(), EventRecorder())
        let request = Locked(Membership?.none)
        _ = await withRequestGroupOutcome(
            options: .observer(recorder),
            .timeout(.seconds(1), clock: clock)
        ) { group in
            request.withLock { $0 = group.enter("request") }
            await clock.advanceWhenAsleep(by: .seconds(1))
        }
        await recorder.happened(.completed)
        #expect(recorder.lines == ["opened", "entered request", "left request", "completed"])
        request.withLock { $0 = nil }
    }

    @Test func `the progress of a group ends with its deadline`() async throws {
        let (clock, observer) = (ManualClock(), BlockedObserver(.left))
        let request = Locked(Membership?.none)
        let outcome = await withRequestGroupOutcome(
            options: .observer(observer),
            .timeout(.seconds(1), clock: clock)
        ) { group in
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

    @Test func `cancel handlers run while the body of the cancelled task goes on`() async {
        let (isIssued, isCancelling) = (Gate(), Gate())
        let hasEntered = DispatchSemaphore(value: 0)
        let task = Task {
            try await withRequestGroup { group in
                let request = group.enter("request")
                request?.onCancel {
                    isCancelling.open()
                    // Needs the body, which needs the lock of its task.
                    hasEntered.wait()
                    request?.leave(throwing: CancellationError())
                }
                isIssued.open()
                await isCancelling.opened()
                await withTaskCancellationHandler {
                } onCancel: {
                }
                hasEntered.signal()
            }
        }
        await isIssued.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a group in a cancelled task starts no request`() async {
        let isReady = Gate()
        let task = Task {
            await isReady.opened()
            return await withRequestGroupOutcome { group in
                let entry = group.admit("request", isOptional: false)
                entry?.membership.leave(throwing: CancellationError())
                return entry?.refusal != nil
            }
        }
        task.cancel()
        isReady.open()
        #expect(await task.value.body.get() == true)
    }

    @Test func `requests that are released while their group is cancelled are lost or cancelled`()
        async
    {
        let (handle, queue) = (Handle(), DispatchQueue(label: "queue", attributes: .concurrent))
        for _ in 0..<500 {
            let group = RequestGroup(opening: "group", options: [.tolerant])
            let requests = Locked(
                (0..<8).map { number in
                    let handle = RequestHandle(handle) { _, _, _ in }
                    return group.admit({ "\(number)" }, isOptional: false, handle: handle)
                }
            )
            let ended = DispatchGroup()
            queue.async(group: ended) {
                while requests.withLock({ $0.popLast() }) != nil {}
            }
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

/// An observer that lets the deadline pass when a request enters, and blocks when it leaves.
private final class ExpiringObserver: RequestGroupObserver {
    let clock = ManualClock()
    let canReturn = DispatchSemaphore(value: 0)

    func observe(_ event: RequestGroupEvent) {
        if event.kind == .left { canReturn.wait() }
        guard event.kind == .entered else { return }
        clock.advance(by: .seconds(1))
        while event.group?.progress.failed == 0 { Thread.sleep(forTimeInterval: 0.001) }
    }
}
