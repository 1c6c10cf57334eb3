@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Deadlines of groups` {
    let client = ManualClient()
    let clock = ManualClock()

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false])
    func `a request that ends at its deadline has timed out (P3)`(hasAnswer: Bool) async throws {
        let replies = Locked<[AwaitedReply<Int>]>([])
        let network = InterceptingClient(client)
        let group = try await completedGroup(options: .tolerant, clock.timeout) { _ in
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

    @Test func `a deadline ends requests that are being rejected (P2, P3)`() async throws {
        let (isCancelling, isExpired) = (Gate(), DispatchSemaphore(value: 0))
        let (rejections, network) = (Journal<String>(), InterceptingClient(client))
        try await withRequestGroup(options: .limit(1), .tolerant, clock.timeout) { group in
            let slow = group.enter("slow to cancel")
            slow?.onCancel {
                isCancelling.open()
                isExpired.wait()
            }
            network.get("waiting", failure: { _ in rejections.append("waiting") })
            OwnThread { group.cancel() }
            await isCancelling.waitUntilOpen()
            await clock.advanceWhenAsleep(by: .seconds(1))
            await yieldWhile { group.outstanding.count > 0 }
            isExpired.signal()
            await rejections.waitFor("waiting")
            withExtendedLifetime(slow) {}
        }
        #expect(client.started.entries.isEmpty)
    }
}
