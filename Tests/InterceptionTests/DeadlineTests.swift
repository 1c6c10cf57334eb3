@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Deadlines of groups` {
    let client = ManualClient()
    let clock = ManualClock()

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false])
    func `at the deadline an awaiting caller gets a timeout, not a cancellation (P3)`(
        hasAnswer: Bool
    ) async throws {
        let replies = Locked<[AwaitedReply<Int>]>([])
        let network = InterceptingClient(client)
        let group = try await completedGroup(
            options: .tolerant,
            .timeout(.seconds(1), clock: clock)
        ) { _ in
            let (firstIsIssued, secondIsIssued) = (Gate(), Gate())
            let first = Task {
                // Continues on the thread of the deadline, which has not resumed the second caller yet.
                try await InlineExecutor().run {
                    _ = try? await network.awaitReply("first") { reply in
                        replies.withLock { $0.append(reply) }
                        firstIsIssued.open()
                    }
                    // The client answers the second request, or drops its callbacks.
                    let reply = replies.withLock { $0.popLast() }
                    if hasAnswer { reply?.failure(CancellationError()) }
                }
            }
            await firstIsIssued.waitUntilOpen()
            let second = Task {
                try await network.awaitReply("second") { reply in
                    replies.withLock { $0.append(reply) }
                    secondIsIssued.open()
                }
            }
            await secondIsIssued.waitUntilOpen()
            await clock.advanceWhenAsleep(by: .seconds(1))
            let error = await #expect(throws: RequestTimeoutError.self) { try await second.value }
            #expect(error?.label == "second")
            try await first.value
            replies.withLock { $0 = [] }
        }
        #expect(group.failures.map(\.reason) == [.timedOut, .timedOut])
    }

    @Test func `the deadline of a cancelled group ends its nested groups (P3)`() async throws {
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

    @Test func `a deadline ends requests that are being rejected (P2, P3)`() async throws {
        let (isCancelling, isExpired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let rejections = Journal<String>()
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
            network.get("waiting", failure: { _ in rejections.append("waiting") })
            let canceller = DispatchQueue(label: "canceller")
            canceller.async { group.cancel() }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    isCancelling.wait()
                    continuation.resume()
                }
            }
            await clock.advanceWhenAsleep(by: .seconds(1))
            await yieldWhile { group.outstanding.count > 0 }
            isExpired.signal()
            await rejections.waitFor("waiting")
            withExtendedLifetime(slow) {}
        }
        #expect(client.started.entries.isEmpty)
    }

    @Test
    func `a request that waits for finally keeps its answer at the deadline (C2)`() async throws {
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
}

@Suite(.timeLimit(.ordinary)) struct `Rejected, waiting and lost requests` {
    @Test func `rejecting in withBlockingRequestGroup needs no main queue (P5)`() async throws {
        // The main thread may be waiting for the blocked worker.
        let client = ManualClient { $0.path == "failing" ? $0.fail() : () }
        let network = InterceptingClient(client)
        let places = Journal<Bool>()
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "worker").async {
                let main = QueueMark(.main)
                _ = try? withBlockingRequestGroup(options: .failFast) {
                    RequestGroup.current?.cancel()
                    network.get("rejected", failure: { _ in places.append(main.isCurrent) })
                }
                continuation.resume()
            }
        }
        #expect(places.entries == [false])
    }

    @Test func `a request entered by hand counts toward the limit (P4)`() async throws {
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

    @Test func `a retained progress callback does not hide a lost request (M3)`() async throws {
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

    @Test func `a LostCallbackError has a localized description`() {
        let lost: any Error = LostCallbackError(label: "GET /feed")
        #expect(lost.localizedDescription.hasPrefix("GET /feed: every callback"))
    }
}
