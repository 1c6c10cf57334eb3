import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A deadline after the group was cancelled` {
    let client = ManualClient()
    let clock = ManualClock()

    @Test func `a timeout that no clock can measure is none (P3)`() async throws {
        let (never, stalled) = (Duration.seconds(Int64.max), Gate())
        let stall = RequestGroupOption.onStall(after: never) { _ in stalled.open() }
        try await withRequestGroup(options: .timeout(never), stall) { group in
            // Whether the timers trap shows only when they have run.
            for _ in 0..<100 { await Task.yield() }
            #expect(!group.isCancelled && !stalled.isOpen)
            group.enter("request")?.leave()
        }
    }

    @Test func `a deadline resumes a caller that awaits a reply (P3)`() async throws {
        let replies = Locked<[AwaitedReply<Int>]>([])
        let network = InterceptingClient(client)
        let error = await #expect(throws: RequestTimeoutError.self) {
            try await withRequestGroup(options: .failFast, .timeout(.seconds(1), clock: clock)) {
                let isIssued = Gate()
                async let deaf: Int = network.awaitReply("deaf") { reply in
                    replies.withLock { $0.append(reply) }
                    isIssued.open()
                }
                await isIssued.opened()
                RequestGroup.current?.enter("failing")?.leave(throwing: ClientError("no"))
                await clock.advanceWhenAsleep(by: .seconds(1))
                _ = try await deaf
            }
        }
        #expect(error?.label == "deaf")
        replies.withLock { $0 = [] }
    }

    @Test(arguments: [true, false])
    func `a caller that awaits a reply gets the timeout, not the cancellation (P3)`(
        hasAnswer: Bool
    ) async throws {
        let replies = Locked<[AwaitedReply<Int>]>([])
        let network = InterceptingClient(client)
        let group = try await withRequestGroup(
            options: .tolerant,
            .timeout(.seconds(1), clock: clock)
        ) { group in
            let isIssued = Gate()
            let answer = Task {
                try await network.awaitReply("request") { reply in
                    replies.withLock { $0.append(reply) }
                    // Answers on the thread that cancels, or drops its callbacks there.
                    reply.onCancel(reply) {
                        if hasAnswer { $0.failure(CancellationError()) }
                        replies.withLock { $0 = [] }
                    }
                    isIssued.open()
                }
            }
            await isIssued.opened()
            await clock.advanceWhenAsleep(by: .seconds(1))
            let error = await #expect(throws: RequestTimeoutError.self) {
                try await answer.value
            }
            #expect(error?.label == "request")
            return group
        }
        #expect(group.failures.map(\.reason) == [.timedOut])
    }

    @Test func `a deadline ends nested groups (P3)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(
                options: .failFast,
                .timeout(.seconds(1), clock: clock)
            ) { outer in
                try await withRequestGroup("inner") {
                    InterceptingClient(client).get("deaf")
                    outer.enter("failing")?.leave(throwing: ClientError("no"))
                    await clock.advanceWhenAsleep(by: .seconds(1))
                }
            }
        }
        #expect(error?.groupName == "inner")
        #expect(error?.failures.map(\.reason) == [.timedOut])
    }

    @Test func `a deadline on another thread ends requests that are being rejected (P2, P3)`()
        async throws
    {
        let (isCancelling, isExpired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let refusals = Journal<String>()
        let network = InterceptingClient(client)
        let clock = clock
        try await withRequestGroup(
            options: .limit(1),
            .tolerant,
            .timeout(.seconds(1), clock: clock)
        ) { group in
            let slow = group.enter("slow to cancel")
            slow?.onCancel {
                isCancelling.signal()
                isExpired.wait()
            }
            network.get("waiting", failure: { _ in refusals.append("waiting") })
            let canceller = DispatchQueue(label: "canceller")
            canceller.async { group.cancel() }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    isCancelling.wait()
                    continuation.resume()
                }
            }
            await clock.advanceWhenAsleep(by: .seconds(1))
            while group.outstanding.count > 0 { await Task.yield() }
            isExpired.signal()
            await refusals.contains("waiting")
            withExtendedLifetime(slow) {}
        }
        #expect(client.started.entries.isEmpty)
    }

    @Test func `an answer that was recorded before it is not reported as timed out (C2)`()
        async throws
    {
        let kept = Journal<@Sendable () -> Void>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
                let network = InterceptingClient(client)
                network.intercept("success") { call in
                    let success = call.wrap(.success {})
                    kept.append(call.wrap(.finally { @Sendable in }))
                    success()
                }
                network.intercept("failure") { call in
                    let failure = call.wrap(.failure { (_: any Error) in })
                    kept.append(call.wrap(.finally { @Sendable in }))
                    failure(ClientError("recorded"))
                }
                network.intercept("completion") { call in
                    let completion = call.wrap(.completion { (_: Result<Int, ClientError>) in })
                    kept.append(call.wrap(.finally { @Sendable in }))
                    completion(.failure(ClientError("recorded")))
                }
                network.intercept("silent", .finally { @Sendable in }) { kept.append($0) }
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
        }
        #expect(error?.failures.map(\.label) == ["failure", "completion", "silent"])
        #expect(error?.failures.map(\.reason) == [.failed, .failed, .timedOut])
        #expect(error?.failures.first?.error as? ClientError == ClientError("recorded"))
    }

    @Test func `a slow cancel handler does not delay waiting code (P3)`() async throws {
        let isCompleted = DispatchSemaphore(value: 0)
        let ended = Gate()
        let group = withRequestGroup(
            options: .timeout(.seconds(1), clock: clock),
            queue: .global()
        ) {
            RequestGroup.current?.enter("request").map { membership in
                // Blocks until the group has completed: who waited for it would hang.
                membership.onCancel {
                    isCompleted.wait()
                    withExtendedLifetime(membership) {}
                    ended.open()
                }
            }
        } completion: { _ in
            isCompleted.signal()
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await ended.opened()
        #expect(group.failures.map(\.reason) == [.timedOut])
    }
}

@Suite(.timeLimit(.ordinary)) struct `Where a waiting request starts and is rejected` {
    @Test func `rejections need no main queue (P5)`() async throws {
        // The main thread may be waiting for the worker that blocks.
        let client = ManualClient { $0.path == "failing" ? $0.fail() : () }
        let network = InterceptingClient(client)
        let places = Journal<Bool>()
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "worker").async {
                let main = QueueMark(.main)
                _ = try? withBlockingRequestGroup(options: .failFast) { group in
                    group.cancel()
                    network.get("refused", failure: { _ in places.append(main.isCurrent) })
                }
                continuation.resume()
            }
        }
        #expect(places.entries == [false])
    }

    @Test func `a request issued on an actor starts there (P4)`() async throws {
        actor Service: RequestIntercepting {
            nonisolated let interceptionSettings = InterceptionSettings {
                $0.limiter = RequestLimiter(limit: 1)
                $0.queue = DispatchQueue(label: "not the actor")
            }
            private(set) var started: [String] = []
            private var pending: [() -> Void] = []

            func get(_ path: String) {
                intercept(path) { call in
                    self.assertIsolated()
                    self.started.append(path)
                    self.pending.append(call.wrap(.finally {}))
                }
            }

            func answer() { pending.removeFirst()() }
            func hasStarted(_ count: Int) -> Bool { started.count == count }
        }
        let service = Service()
        await service.get("first")
        await service.get("second")
        await service.answer()
        while await !service.hasStarted(2) { await Task.yield() }
        await service.answer()
        #expect(await service.started == ["first", "second"])
    }

    @Test func `a membership entered by hand counts under the limit (P4)`() async throws {
        let client = ManualClient()
        try await withRequestGroup(options: .limit(1)) { group in
            let membership = group.enter("by hand")
            InterceptingClient(client).get("wrapped")
            #expect(client.started.entries.isEmpty)
            membership?.leave()
            #expect(client.started.entries == ["wrapped"])
            try client.succeed("wrapped")
        }
    }

    @Test
    func `a progress callback that outlives the others does not hide that they are lost (M3)`()
        async throws
    {
        let kept = Journal<@Sendable (Int) -> Void>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                InterceptingClient(ManualClient()).intercept("upload") { call in
                    kept.append(call.wrap(.progress { @Sendable (_: Int) in }))
                    _ = call.wrap(.success { (_: String) in })
                }
            }
        }
        #expect(error?.failures.map(\.reason) == [.lostCallback])
        for callback in kept.entries { callback(1) }
    }

    @Test func `an error of the library has a localized description`() {
        let lost: any Error = LostCallbackError(label: "GET /feed")
        #expect(lost.localizedDescription.hasPrefix("GET /feed: every callback"))
    }
}
