@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Membership by entry point` {
    let recorder = EventRecorder()

    @Test(arguments: EntryPoint.all(), [true, false])
    func `a request enters its group before its start, and leaves after its callback (M1)`(
        entry: EntryPoint,
        succeeds: Bool
    ) async throws {
        let driver = EntryPointDriver(entry)
        let label = driver.label("a")
        let outcome = try await completedGroup("page", options: .tolerant, .observer(recorder)) {
            group in
            driver.issue("a")
            #expect(group.outstanding == [label])
            let reply = try await driver.reply("a")
            if succeeds { reply.succeed() } else { reply.fail() }
        }
        let expected = ["opened", "entered \(label)", "left \(label)", "completed"]
        #expect(recorder.lines(of: "page") == expected)
        #expect(outcome.progress == GroupProgress(finished: 1, failed: succeeds ? 0 : 1, total: 1))
        if entry.exception(to: .showsItsStart) == nil {
            #expect(driver.starts.entries.map(\.outstanding) == [[label]])
        }
        guard entry.exception(to: .callsBack) == nil else { return }
        for answer in await driver.answers(1) {
            #expect(answer.text == (succeeds ? "ok" : "failed"))
            #expect(answer.context.outstanding == (entry.isAwaited ? [] : [label]))
        }
    }

    @Test(arguments: EntryPoint.all(.answersTwice), [true, false])
    func `only the first answer counts (M2, P4)`(entry: EntryPoint, succeeds: Bool) async throws {
        let driver = EntryPointDriver(entry)
        let options: RequestGroupOption = [.tolerant, .limit(1), .observer(recorder)]
        let group = try await completedGroup("page", options: options) { _ in
            driver.issue("a")
            let reply = try await driver.reply("a")
            if succeeds { reply.succeed() }
            reply.fail()
            if !succeeds { reply.succeed() }
        }
        let all = succeeds ? ["ok", "failed"] : ["failed", "ok"]
        let passesAll = entry.exception(to: .passesAllAnswers) == nil
        #expect(await driver.answers(passesAll ? 2 : 1).map(\.text) == (passesAll ? all : [all[0]]))
        #expect(group.failures.count == (succeeds ? 0 : 1))
        await yieldWhile { group.limiter?.inFlight == 1 }
        #expect(group.limiter?.inFlight == 0)
        #expect(recorder.lines(of: "page").filter { $0.hasPrefix("left") }.count == 1)
        if entry.exception(to: .reportsDuplicates) == nil {
            // A repeated finally callback is a duplicate, too.
            let count = [.finally, .fourRoles, .handleOfFour].contains(entry) ? 2 : 1
            let duplicates = recorder.lines.filter { $0.hasPrefix("duplicate") }
            let duplicate = "duplicate callback \(driver.label("a"))"
            #expect(duplicates == Array(repeating: duplicate, count: count))
        }
    }

    @Test(arguments: EntryPoint.all(.loses))
    func `a request whose callbacks are released is lost (M3, P4)`(entry: EntryPoint) async throws {
        // Only a caller that waits for a result can be resumed.
        let texts = entry.isAwaited || entry.isPlan ? ["lost"] : []
        let driver = EntryPointDriver(entry)
        let group = try await completedGroup(options: .tolerant, .limit(1)) { _ in
            driver.issue("a")
            try await driver.lose("a")
        }
        await yieldWhile { group.limiter?.inFlight == 1 }
        #expect(group.limiter?.inFlight == 0)
        #expect(group.failures.map(\.label) == [driver.label("a")])
        let error = group.failures.first?.error
        #expect(error.map { EntryPointDriver.text(of: $0) } == "lost")
        #expect(await driver.answers(texts.count).map(\.text) == texts)
        // Outside any group the caller is resumed, too.
        driver.issue("b")
        try await driver.lose("b")
        #expect(await driver.answers(2 * texts.count).map(\.text) == texts + texts)
    }

    @Test(arguments: EntryPoint.all(.answersInside))
    func `an answer before the client returns counts (M4)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry, limit: 1, answersInside: true)
        let group = try await completedGroup("page") { _ in
            for path in ["a", "b"] { driver.issue(path) }
        }
        driver.issue("c")
        let answers = await driver.answers(3)
        #expect(answers.map(\.text) == ["ok", "ok", "ok"])
        #expect(answers.map(\.context.group) == ["page", "page", "none"])
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
        #expect(driver.settings.limiter?.inFlight == 0)
    }

    @Test(arguments: EntryPoint.all(.answersTwice))
    func `an answer after the deadline changes nothing (M6)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry, heedsCancelling: false)
        let (clock, replies) = (ManualClock(), Journal<EntryPointDriver.Reply>())
        let outcome = await withRequestGroupOutcome(
            "page",
            options: clock.timeout,
            .observer(recorder)
        ) { group in
            driver.issue("a")
            if let reply = try? await driver.reply("a") { replies.append(reply) }
            await clock.advanceWhenAsleep(by: .seconds(1))
            return group
        }
        #expect(outcome.failures.map(\.reason) == [.timedOut])
        let group = outcome.value
        let progress = group.progress
        // At the deadline the caller of an awaited request is resumed on another thread.
        if entry.isResumedAtDeadline { _ = await driver.answers(1) }
        for reply in replies.entries { reply.succeed() }
        let text = entry.isResumedAtDeadline ? "timed out" : "ok"
        let answers = await driver.answers(1)
        #expect(answers.map(\.text) == [text])
        #expect(answers.map(\.context.group) == ["page"])
        #expect(group.progress == progress)
        #expect(group.failures.map(\.reason) == [.timedOut])
        #expect(!recorder.lines.contains { $0.hasPrefix("duplicate") })
    }
}

@Suite(.timeLimit(.ordinary)) struct `Handles by entry point` {
    @Test(arguments: EntryPoint.allCases.filter(\.isHandle))
    func `a group cancels by a handle that only it retains (P2)`(entry: EntryPoint) async {
        let (driver, recorder) = (EntryPointDriver(entry, holdsHandles: true), EventRecorder())
        let outcome = await withRequestGroupOutcome(options: .observer(recorder)) { group in
            driver.issue("a")
            group.cancel()
            #expect(driver.cancelled.entries == ["a"])
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(!recorder.events.contains { $0.kind == .lostHandle })
    }

    @Test(.endsInTime, arguments: EntryPoint.allCases.filter(\.isHandle))
    func `a client's thrown error ends its request (M1, I1)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry, throwsErrors: true)
        let group = try await completedGroup(options: .tolerant) { _ in driver.issue("a") }
        #expect(driver.answers.entries.map(\.text) == ["failed"])
        #expect(group.failures.map { $0.error as? ClientError } == [ClientError("no")])
        _ = driver.client.takeAll()
    }
}

/// Requests that their caller awaits.
///
/// The caller continues on the thread that resumes it, before the library can run any further code.
@Suite(.timeLimit(.ordinary)) struct `Awaited requests by entry point` {
    enum Ending: CaseIterable, Sendable { case success, failure, loss, rejection }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test(arguments: EntryPoint.all().filter(\.isAwaited), Ending.allCases)
    func `a request has left when its asynchronous method returns (M8)`(
        entry: EntryPoint,
        ending: Ending
    ) async throws {
        guard ending != .loss || entry.exception(to: .loses) == nil else { return }
        let (driver, executor) = (EntryPointDriver(entry), InlineExecutor())
        let ended = Task.detached {
            guard ending != .rejection else { return }
            await driver.hasStarted("a")
            await executor.isSuspended.waitUntilOpen()
            let reply = try await driver.reply("a")
            switch ending {
            case .success: reply.succeed()
            case .failure: reply.fail()
            case .loss, .rejection: break
            }
        }
        let progress = try await executor.run {
            await withRequestGroupOutcome(options: .tolerant, .limit(1)) { group in
                // With the only permit taken, the request waits until it is rejected.
                let taken = ending == .rejection ? group.limiter?.acquireAtOnce().permit : nil
                defer { taken?.end() }
                if ending == .rejection {
                    Task.detached {
                        await executor.isSuspended.waitUntilOpen()
                        group.cancel()
                    }
                }
                _ = try? await driver.value("a")
                let progress = group.progress
                if ending == .failure {
                    // The outcome counted before the cancelling.
                    group.cancel()
                    #expect(group.failures.map(\.isCause) == [true])
                }
                return progress
            }.value
        }
        try await ended.value
        #expect(
            progress == GroupProgress(finished: 1, failed: ending == .success ? 0 : 1, total: 1)
        )
    }
}

@Suite(.timeLimit(.ordinary)) struct `Releasing by entry point` {
    enum Ending: CaseIterable, Sendable {
        case success, failure, loss, rejection, successOutside, successInside
    }

    @Test(arguments: EntryPoint.all(), Ending.allCases)
    func `an ended request retains no callbacks`(entry: EntryPoint, ending: Ending) async throws {
        guard ending != .loss || entry.exception(to: .loses) == nil else { return }
        let isInside = ending == .successInside
        guard !isInside || entry.exception(to: .answersInside) == nil else { return }
        for limit in [nil, 1] {
            let driver = EntryPointDriver(entry, limit: limit, answersInside: isInside)
            weak var released: RequestGroup?
            try await withRequestGroup(options: .tolerant, .mayBeEmpty) { group in
                released = group
                if ending == .rejection { group.cancel() }
                if ending == .successOutside {
                    withoutRequestGroup { driver.issue("a") }
                } else {
                    driver.issue("a")
                }
                switch ending {
                case .success, .successOutside: try await driver.succeed("a")
                case .failure: try await driver.fail("a")
                case .loss: try await driver.lose("a")
                case .rejection, .successInside: break
                }
            }
            driver.release("a")
            // Another thread may release the last reference.
            await yieldWhile { driver.living.value > 0 || released != nil }
            #expect(driver.living.value == 0)
            #expect(released == nil)
        }
    }
}
