@testable import InterceptionTestSupport

/// Rejected requests whose callbacks report no rejection, or report it in a special way.
@Suite(.timeLimit(.ordinary)) struct `Requests that are rejected silently` {
    /// The forms without a callback that reports a rejection.
    enum Form: CaseIterable, Sendable { case errors, optionalErrors, raw }

    let client = ManualClient()
    let reports = Journal<String>()
    let mainQueue = QueueMark(.main)
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

    @Test func `a rejected request reports the error of its client's settings (I3)`() async {
        let network = InterceptingClient(client) { $0.cancellationError = { ClientError("-999") } }
        let outcome = await withRequestGroupOutcome(options: .limit(1)) { group in
            network.get("first")
            network.get("waiting", failure: { reports.append("\($0)") })
            group.cancel()
            _ = await reports.waitForFirst(1)
            for call in client.takeAll() { call.succeed() }
        }
        #expect(reports.entries == ["\(ClientError("-999"))"])
        // Whatever the error is, the request counts as cancelled.
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `at the deadline a rejected request reports a timeout, not its client's error (P3)`()
        async
    {
        let clock = ManualClock()
        let network = InterceptingClient(client) { $0.cancellationError = { ClientError("-999") } }
        let report = { @Sendable [reports] (error: any Error) in reports.append("\(error)") }
        let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
        _ = await withRequestGroupOutcome(options: .limit(1), timeout) { _ in
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

    @Test(arguments: [true, false])
    func `a rejected request calls its failure callback, and then its finally callback (V3)`(
        isOnMain: Bool
    ) async {
        // An issue on another thread names the test by its task-locals.
        let taskLocals = TaskLocalSnapshot()
        let group = withRequestGroup(options: .limit(1), queue: .global()) {
            network.get("first")
            let failure: (any Error) -> Void = {
                reports.append("\(type(of: $0))")
                if isOnMain { taskLocals.run { #expect(mainQueue.isCurrent) } }
            }
            let start: (Any, Any) -> Void = { _, _ in Issue.record("The request was started.") }
            if isOnMain {
                let finally: @MainActor () -> Void = { reports.append("finally") }
                network.intercept("a", .finally(onMain: finally), .failure(failure)) {
                    start($0, $1)
                }
            } else {
                let finally = { reports.append("finally") }
                network.intercept("a", .finally(finally), .failure(failure)) { start($0, $1) }
            }
        } completion: { (_: Result<Void, any Error>) in
        }
        group.cancel()
        #expect(await reports.waitForFirst(2) == ["CancellationError", "finally"])
        for call in client.takeAll() { call.succeed() }
    }

    @Test(arguments: 1...4)
    func `a rejected request reports the error through each of its callbacks (V3)`(
        count: Int
    ) async {
        func failure(_ position: Int) -> (any Error) -> Void {
            { [reports] _ in reports.append("\(position)") }
        }
        let (first, second) = (failure(1), failure(2))
        let (third, fourth) = (failure(3), failure(4))
        _ = await withRequestGroupOutcome { group in
            group.cancel()
            switch count {
            case 1: network.intercept("a", .failure(first)) { _ in }
            case 2: network.intercept("a", .failure(first), .failure(second)) { _, _ in }
            case 3:
                network.intercept("a", .failure(first), .failure(second), .failure(third)) {
                    _,
                    _,
                    _ in
                }
            default:
                network.intercept(
                    "a",
                    .failure(first),
                    .failure(second),
                    .failure(third),
                    .failure(fourth)
                ) { _, _, _, _ in }
            }
        }
        #expect(reports.entries == (1...count).map { "\($0)" })
    }
}
