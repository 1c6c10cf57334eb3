@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Cancelling and rejecting` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    /// The forms without a callback that reports a rejection.
    enum FormWithoutRejection: CaseIterable, Sendable { case errors, optionalErrors, raw }

    private func issue(_ form: FormWithoutRejection, _ path: String) {
        let failure: ((any Error) -> Void)? = nil
        let optional: (((any Error)?) -> Void)? = nil
        switch form {
        case .errors:
            network.intercept(path, .success { _ in }, .failure(failure)) {
                client.get(path, success: $0, failure: $1)
            }
        case .optionalErrors:
            network.intercept(path, .success { _ in }, .failure(optional)) { success, failure in
                client.get(path, success: success, failure: { failure?($0) })
            }
        case .raw:
            network.intercept(path) { call in
                let end = { (error: (any Error)?) in call.answer(error) {} }
                client.get(path, success: { _ in end(nil) }, failure: { end($0) })
            }
        }
    }

    @Test func `a request cancelled in its client's queue does not start (P2)`() async throws {
        let queue = DispatchQueue(label: "of the client")
        let queued = InterceptingClient(client) { $0.queue = queue }
        let (answers, ends) = (Journal<String>(), Journal<Bool>())
        let group = withRequestGroup(options: .limit(1), queue: queue) {
            queued.get("a")
            queued.get("b", failure: { _ in answers.append("rejected") })
        } completion: { _ in
            ends.append(true)
        }
        queue.suspend()
        try client.succeed("a")
        group.cancel()
        queue.resume()
        await waitUntilDrained(queue)
        #expect(client.started.entries == ["a"])
        if client.started.entries.contains("b") { try client.fail("b") }
        _ = await ends.waitForFirst(1)
        #expect(answers.entries == ["rejected"])
    }

    @Test func `a group waits for a rejection reported on a client's queue (I3)`() async throws {
        let mark = QueueMark()
        mark.queue.suspend()
        let queued = InterceptingClient(client) { $0.queue = mark.queue }
        let places = Journal<Bool>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            queued.get("a", failure: { _ in places.append(mark.isCurrent) })
            #expect(group.outstanding == ["GET a"])
            mark.queue.resume()
        }
        #expect(places.entries == [true])
    }

    @Test(arguments: [RequestGroupOption.limit(1), .mayBeEmpty], [false, true])
    func `an observer can prevent a start (P2)`(option: RequestGroupOption, isAwaited: Bool) async {
        // The client answers at once, so that a started request ends.
        let client = ManualClient { $0.succeed() }
        let network = InterceptingClient(client)
        let observer = Reactor { if $0.kind == .entered { $0.group?.cancel() } }
        let outcome = await withRequestGroupOutcome(options: option, .observer(observer)) {
            if isAwaited { _ = try? await network.value("a") } else { network.get("a") }
        }
        #expect(client.started.entries.isEmpty)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `a CancellationError of a request does not make its group fail fast (P1)`() async {
        let outcome = await withRequestGroupOutcome(options: .failFast) { group in
            let other = group.enter("b")
            group.enter("a")?.leave(throwing: CancellationError())
            #expect(!group.isCancelled)
            other?.leave()
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
    }

    @Test(arguments: FormWithoutRejection.allCases, WayOfCancelling.allCases)
    func `requests that cannot report a rejection never start in a cancelled group (P2, P4)`(
        form: FormWithoutRejection,
        way: WayOfCancelling
    ) async throws {
        let recorder = EventRecorder()
        let (group, failures) = await way.cancel(.limit(3), .observer(recorder)) { _ in
            for number in 0..<100 { issue(form, "\(number)") }
            Task {
                await recorder.waitForEvent(.left, label: "3")
                for call in client.takeAll() { call.succeed() }
            }
        } afterwards: {
            issue(form, "later")
        }
        #expect(client.started.entries == ["0", "1", "2"])
        let waiting = failures.filter { !["0", "1", "2"].contains($0.label) }
        #expect(waiting.count == (way == .body ? 97 : 98))
        #expect(Set(waiting.map(\.reason)) == [way.reason])
        // Each request returns its permit after it has left.
        let limiter = try #require(group.limiter)
        await yieldWhile { limiter.inFlight + limiter.waiting > 0 }
    }

    @Test func `a rejection at the deadline is a timeout, not the client's error (P3)`() async {
        let (clock, reports) = (ManualClock(), Journal<String>())
        let network = InterceptingClient(client) { $0.cancellationError = { ClientError("-999") } }
        let report = { @Sendable (error: any Error) in reports.append("\(error)") }
        _ = await withRequestGroupOutcome(options: .limit(1), clock.timeout) { _ in
            network.get("first")
            network.get("waiting", failure: report)
            await clock.advanceWhenAsleep(by: .seconds(1))
            _ = await reports.waitForFirst(1)
            network.get("later", failure: report)
            _ = await reports.waitForFirst(2)
        }
        let labels = ["GET waiting", "GET later"]
        #expect(reports.entries == labels.map { "\(RequestTimeoutError(label: $0))" })
        for call in client.takeAll() { call.succeed() }
    }
}
