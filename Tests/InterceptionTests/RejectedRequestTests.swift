@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Rejected requests` {
    /// The forms without a callback that reports a rejection.
    enum Form: CaseIterable, Sendable { case errors, optionalErrors, raw }

    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    private func issue(_ form: Form, _ path: String) {
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

    @Test(arguments: Form.allCases, WayOfCancelling.allCases)
    func `requests that cannot report a rejection never start in a cancelled group (P2, P4)`(
        form: Form,
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
