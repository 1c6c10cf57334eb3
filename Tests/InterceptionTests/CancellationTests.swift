import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Cancelling and rejecting` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `waiting requests are not started once the group is cancelled (P2)`() async throws {
        let answers = Journal<String>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .limit(1)) { group in
                network.get("a", failure: { _ in answers.append("a") })
                network.get("b", failure: { answers.append("b \($0 is CancellationError)") })
                network.get("c", failure: { answers.append("c \($0 is CancellationError)") })
                group.cancel()
                try client.fail("a")
                _ = await answers.first(3)
            }
        }
        #expect(client.started.entries == ["a"])
        #expect(answers.entries.sorted() == ["a", "b true", "c true"])
        #expect(error?.code == .cancelled)
        #expect(error?.failures.map(\.label) == ["GET a", "GET b", "GET c"])
        #expect(error?.echoes.map(\.label).suffix(2) == ["GET b", "GET c"])
    }

    @Test func `a request with a permit whose queue is busy is not started after cancelling (P2)`()
        async throws
    {
        let queue = DispatchQueue(label: "of the client")
        let settings = InterceptionSettings { $0.queue = queue }
        let queued = InterceptingClient(client, settings: settings)
        let answers = Journal<String>()
        let ends = Journal<Bool>()
        let group = withRequestGroup(options: .limit(1), queue: queue) {
            queued.get("a")
            queued.get("b", failure: { _ in answers.append("refused") })
        } completion: { _ in
            ends.append(true)
        }
        queue.suspend()
        try client.succeed("a")
        group.cancel()
        queue.resume()
        await drained(queue)
        #expect(client.started.entries == ["a"])
        if client.started.entries.contains("b") { try client.fail("b") }
        _ = await ends.first(1)
        #expect(answers.entries == ["refused"])
    }

    @Test func `a request in a cancelled group reports through its own failure callback (I3)`()
        async throws
    {
        let answers = Journal<any Error>()
        let groups = Journal<[String]>()
        await #expect(throws: CancellationError.self) {
            try await withRequestGroup("cancelled") { group in
                group.cancel()
                network.get(
                    "a",
                    success: { _ in Issue.record("It was never started.") },
                    failure: { error in
                        answers.append(error)
                        groups.append([RequestGroup.current?.name ?? ""] + group.outstanding)
                    }
                )
                _ = await answers.first(1)
            }
        }
        #expect(answers.entries.first is CancellationError)
        #expect(answers.entries.count == 1)
        #expect(groups.entries == [["cancelled", "GET a"]])
        #expect(client.started.entries.isEmpty)
    }

    @Test @MainActor
    func `a rejection is reported on the main queue if the request was issued there (I3)`()
        async throws
    {
        let main = QueueMark(.main)
        let places = Journal<Bool>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            network.get("a", failure: { _ in places.append(main.isCurrent) })
        }
        #expect(places.entries == [true])
    }

    @Test func `a rejection is reported on the queue of the wrapper's settings (I3)`() async throws
    {
        let mark = QueueMark()
        let queued = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.queue = mark.queue }
        )
        let places = Journal<Bool>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            queued.get("a", failure: { _ in places.append(mark.isCurrent) })
        }
        #expect(places.entries == [true])
    }

    @Test func `a group waits until a rejection has been reported (I3)`() async throws {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let queued = InterceptingClient(client, settings: InterceptionSettings { $0.queue = queue })
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            queued.get("a", failure: { _ in })
            #expect(group.outstanding == ["GET a"])
            queue.resume()
        }
    }

    @Test func `a request that has no failure callback does not start in a cancelled group (P2)`()
        async
    {
        let outcome = await withRequestGroupOutcome(options: .observer(recorder)) { group in
            group.cancel()
            network.get("a")
        }
        #expect(client.started.entries.isEmpty)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
        #expect(recorder.lines == ["opened", "entered GET a", "left GET a", "completed"])
    }

    @Test func `after the deadline a request is rejected as timed out (I3)`() async throws {
        let clock = ManualClock()
        let answers = Journal<any Error>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(
                options: .timeout(.seconds(1), clock: clock),
                .observer(recorder)
            ) {
                network.get("a")
                await clock.advanceWhenAsleep(by: .seconds(1))
                await recorder.happened(.left, label: "GET a")
                network.get("b", failure: answers.append)
                _ = await answers.first(1)
            }
        }
        #expect(answers.entries.first is RequestTimeoutError)
        #expect(client.started.entries == ["a"])
        #expect(error?.code == .timedOut)
        #expect(error?.failures.map(\.label) == ["GET a", "GET b"])
    }

    @Test
    func `at the deadline a waiting request is rejected as timed out, through its callback (P3)`()
        async throws
    {
        let clock = ManualClock()
        let answers = Journal<any Error>()
        let ends = Journal<[String]>()
        withRequestGroup(options: .limit(1), .timeout(.seconds(1), clock: clock)) {
            network.get("a")
            network.get("b", failure: answers.append)
        } success: {
        } failure: { failures in
            ends.append(failures.map { "\($0.label) \($0.reason)" })
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await ends.first(1) == [["GET a timed out", "GET b timed out"]])
        #expect(await answers.first(1).first is RequestTimeoutError)
        try client.succeed("a")
        #expect(client.started.entries == ["a"])
    }

    @Test
    func `a request issued after completion is ungrouped, and observers are notified (C5)`()
        async throws
    {
        let call = try await withRequestGroup(options: .observer(recorder)) {
            network.get("timer", success: { network.get($0) })
            let call = try client.take("timer")
            call.succeed("in time")
            try client.succeed("in time")
            return call
        }
        call.succeed("late")
        let late = try client.take("late")
        #expect(late.success == nil)
        #expect(recorder.lines.suffix(3).contains("late request GET late"))
    }
}
