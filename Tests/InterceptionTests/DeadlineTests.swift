@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Deadlines of groups` {
    let client = ManualClient()
    let clock = ManualClock()

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false])
    func `an awaiting caller times out even if its request is answered or lost at a deadline (P3)`(
        hasAnswer: Bool
    ) async throws {
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
        let rejections = Journal<String>()
        let network = InterceptingClient(client)
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

    @Test func `a request awaiting finally keeps its answer at the deadline (C2)`() async throws {
        let kept = Journal<@Sendable () -> Void>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: clock.timeout) {
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
