import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Entering and leaving` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `a request enters before the client is called (M1)`() async throws {
        try await withRequestGroup { group in
            network.intercept("a") { call in
                #expect(group.outstanding == ["a"])
                client.get("a", success: call.wrap(.success { _ in }), failure: nil)
            }
            try client.succeed("a")
        }
    }

    @Test(arguments: [true, false])
    func `a request leaves after its callback has returned (M1)`(succeeds: Bool) async throws {
        let seen = Journal<[String]>()
        try await withRequestGroup(options: .tolerant) { group in
            network.get(
                "a",
                success: { _ in seen.append(group.outstanding) },
                failure: { _ in seen.append(group.outstanding) }
            )
            if succeeds { try client.succeed("a") } else { try client.fail("a") }
            #expect(group.outstanding.isEmpty)
            #expect(group.failures.count == (succeeds ? 0 : 1))
        }
        #expect(seen.entries == [["GET a"]])
    }

    @Test
    func `a second answer reaches the caller and notifies observers, and does not count (M2)`()
        async throws
    {
        let answers = Journal<String>()
        try await withRequestGroup(options: .observer(recorder)) { group in
            network.get("a", success: answers.append)
            network.get("b")
            let call = try client.take("a")
            call.succeed("1")
            call.succeed("2")
            #expect(group.progress == GroupProgress(finished: 1, total: 2))
            try client.succeed("b")
        }
        #expect(answers.entries == ["1", "2"])
        #expect(
            recorder.lines == [
                "opened", "entered GET a", "entered GET b", "left GET a",
                "duplicate callback GET a", "left GET b", "completed",
            ]
        )
    }

    @Test(arguments: [true, false])
    func `the first of success and failure counts, and both reach the caller (M2)`(
        successFirst: Bool
    ) async throws {
        let answers = Journal<String>()
        let failures = try await withRequestGroup(options: .tolerant, .observer(recorder)) {
            group in
            network.get(
                "a",
                success: { answers.append($0) },
                failure: { _ in answers.append("failed") }
            )
            let call = try client.take("a")
            if successFirst { call.succeed() }
            call.fail()
            if !successFirst { call.succeed() }
            #expect(group.progress.finished == 1)
            return group.failures
        }
        #expect(answers.entries == (successFirst ? ["ok", "failed"] : ["failed", "ok"]))
        #expect(failures.count == (successFirst ? 0 : 1))
        #expect(recorder.lines.filter { $0 == "duplicate callback GET a" }.count == 1)
    }

    @Test func `answers on many threads at once are one leaving (M2)`() async throws {
        let answers = Journal<String>()
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            network.get("a", success: answers.append, failure: { _ in answers.append("no") })
            let call = try client.take("a")
            DispatchQueue.concurrentPerform(iterations: 100) { index in
                if index.isMultiple(of: 2) { call.succeed() } else { call.fail() }
            }
            #expect(group.progress.finished == 1)
        }
        #expect(answers.entries.count == 100)
        #expect(recorder.lines.filter { $0.hasPrefix("duplicate") }.count == 99)
        #expect(recorder.lines.filter { $0.hasPrefix("left") }.count == 1)
    }

    @Test func `an answer after the group has ended reaches the user in that group (M2)`()
        async throws
    {
        let groups = Journal<RequestGroup?>()
        let (group, call) = try await withRequestGroup(options: .observer(recorder)) { group in
            network.get("a", success: { _ in groups.append(.current) })
            let call = try client.take("a")
            call.succeed()
            return (group, call)
        }
        call.succeed()
        #expect(groups.entries.count == 2)
        #expect(groups.entries.allSatisfy { $0 === group })
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
        #expect(recorder.lines.suffix(2) == ["completed", "duplicate callback GET a"])
    }

    @Test func `when every callback is released the request fails as lost, by name (M3)`()
        async throws
    {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                network.get("a")
                try client.lose("a")
            }
        }
        #expect(error?.failures.map(\.label) == ["GET a"])
        #expect(error?.failures.map(\.reason) == [.lostCallback])
        #expect(error?.failures.first?.error as? LostCallbackError == .init(label: "GET a"))
    }

    @Test func `a request stays while one of its callbacks is retained (M3)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            network.get("a")
            var call: ManualCall? = try client.take("a")
            var failure = call?.failure
            call = nil
            #expect(group.outstanding == ["GET a"])
            withExtendedLifetime(failure) {}
            failure = nil
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `a client that releases its callbacks at once does not hold up the group (M3)`()
        async throws
    {
        struct Forgetful: RequestIntercepting {}
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Forgetful().intercept("a") { call in
                _ = call.wrap(.success {})
                _ = call.wrap(.failure { (_: any Error) in })
            }
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `a callback that runs before the client's method returns works like any other (M4)`()
        async throws
    {
        let cached = InterceptingClient(ManualClient { $0.succeed("cached") })
        let answers = Journal<String>()
        try await withRequestGroup(options: .observer(recorder)) { group in
            cached.get("a") { value in
                answers.append(value)
                #expect(RequestGroup.current === group)
                cached.get("b", success: answers.append)
                #expect(group.outstanding == ["GET a"])
            }
            #expect(group.outstanding.isEmpty)
        }
        #expect(answers.entries == ["cached", "cached"])
        #expect(
            recorder.lines == [
                "opened", "entered GET a", "entered GET b", "left GET b", "left GET a", "completed",
            ]
        )
    }

    @Test func `a progress callback runs in the group and does not leave (M5)`() async throws {
        struct Uploader: RequestIntercepting {}
        let steps = Journal<Int>()
        try await withRequestGroup(options: .observer(recorder)) { group in
            Uploader().intercept("upload") { call in
                let progress: (Int) -> Void = call.wrap(
                    .progress { (step: Int) in
                        #expect(RequestGroup.current === group)
                        steps.append(step)
                    }
                )
                let done: () -> Void = call.wrap(.success {})
                for step in 1...3 { progress(step) }
                #expect(group.outstanding == ["upload"])
                done()
                progress(4)
            }
        }
        #expect(steps.entries == [1, 2, 3, 4])
        #expect(recorder.lines == ["opened", "entered upload", "left upload", "completed"])
    }

    @Test
    func `an answer after the deadline reaches the caller and has no effect on the group (M6)`()
        async throws
    {
        let clock = ManualClock()
        let answers = Journal<String>()
        let ends = Journal<[RequestFailure.Reason]>()
        let group = withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
            network.get("a", success: answers.append)
        } success: {
            ends.append([])
        } failure: { failures in
            ends.append(failures.map(\.reason))
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await ends.first(1) == [[.timedOut]])
        let progress = group.progress
        try client.succeed("a", with: "late")
        #expect(answers.entries == ["late"])
        #expect(group.progress == progress)
        #expect(group.failures.map(\.reason) == [.timedOut])
    }
}
