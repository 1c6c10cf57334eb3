@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Cancelling by entry point` {
    /// Answers a request that its group cannot cancel, once the group is cancelled.
    private func end(_ path: String, of driver: EntryPointDriver, in group: RequestGroup) {
        guard driver.entryPoint.exception(to: .isCancelled) != nil else { return }
        Task.detached {
            await yieldWhile { !group.isCancelled }
            try await driver.succeed(path)
        }
    }

    @Test(arguments: EntryPoint.all(.isCancelled), WayOfCancelling.allCases)
    func `a running request of a cancelled group is cancelled once (P2, P3, S7)`(
        entry: EntryPoint,
        way: WayOfCancelling
    ) async throws {
        let driver = EntryPointDriver(entry, propagates: true)
        let failures = await way.cancel { _ in
            EntryPointDriver.$trace.withValue("issue") { driver.issue("a") }
            await driver.hasStarted("a")
        }.failures
        #expect(failures.map(\.label) == [driver.label("a")])
        #expect(failures.map(\.reason) == [way.reason])
        // At a deadline another thread cancels the request.
        if !entry.isOfSession { #expect(await driver.cancelled.waitForFirst(1) == ["a"]) }
        guard entry.exception(to: .callsBack) == nil else { return }
        let isTimeout = way == .deadline && entry.isResumedAtDeadline
        let answer = await driver.answers(1)[0]
        #expect(answer.text == (isTimeout ? "timed out" : "cancelled"))
        #expect(answer.context.trace == "issue")
        if !entry.isOfSession { #expect(driver.cancelled.entries == ["a"]) }
        #expect(driver.answers.entries.count == 1)
    }

    @Test(arguments: EntryPoint.all(.waits), WayOfCancelling.allCases)
    func `a waiting request of a cancelled group never starts (P2, P4, I3, S7)`(
        entry: EntryPoint,
        way: WayOfCancelling
    ) async throws {
        for limit in Limit.allCases {
            if limit != .group, entry.exception(to: .waitsForClient) != nil { continue }
            let driver = EntryPointDriver(entry, limit: limit.ofClient, propagates: true)
            let (group, failures) = await way.cancel(limit.ofGroup) { group in
                for path in ["running", "a", "b"] {
                    EntryPointDriver.$trace.withValue(path) { driver.issue(path) }
                }
                await driver.hasStarted("running")
                end("running", of: driver, in: group)
            }
            let waiting = failures.filter { $0.label != driver.label("running") }
            #expect(waiting.map(\.label) == ["a", "b"].map(driver.label))
            #expect(waiting.map(\.reason) == [way.reason, way.reason])
            if entry.exception(to: .callsBack) == nil {
                let answers = await driver.answers.waitForEntries {
                    $0.count(where: { $0.path != "running" }) == 2
                }.filter { $0.path != "running" }
                let isTimeout = way == .deadline && !entry.isCancelledByRejection
                let text = isTimeout ? "timed out" : "cancelled"
                #expect(answers.map(\.text) == [text, text])
                #expect(answers.map(\.context.trace) == answers.map(\.path))
            }
            for limiter in [driver.settings.limiter, group.limiter].compactMap(\.self) {
                await yieldWhile { limiter.inFlight + limiter.waiting > 0 }
            }
            #expect(driver.started == ["running"])
        }
    }

    @Test(arguments: EntryPoint.all(.isNeverStarted), WayOfCancelling.withRunningBody)
    func `a request issued in a cancelled group never starts (P2, I3, S7)`(
        entry: EntryPoint,
        way: WayOfCancelling
    ) async throws {
        let driver = EntryPointDriver(entry, propagates: true)
        let failures = await way.cancel { _ in
        } afterwards: {
            EntryPointDriver.$trace.withValue("issue") { driver.issue("a") }
        }.failures
        #expect(failures.map(\.label) == [driver.label("a")])
        #expect(failures.map(\.reason) == [way.reason])
        if entry.exception(to: .callsBack) == nil {
            let answer = await driver.answers(1)[0]
            let isTimeout = way == .deadline && !entry.isCancelledByRejection
            #expect(answer.text == (isTimeout ? "timed out" : "cancelled"))
            #expect(answer.context.group == "page")
            #expect(answer.context.trace == "issue")
        }
        #expect(driver.started.isEmpty)
    }

    @Test(arguments: EntryPoint.all(.waits))
    func `a request cancelled as it waits never starts (P2)`(entry: EntryPoint) async throws {
        let (driver, recorder) = (EntryPointDriver(entry), EventRecorder())
        let canceller = Reactor { if $0.kind == .waiting { $0.group?.cancel() } }
        let observers: RequestGroupOption = [.observer(recorder), .observer(canceller)]
        let group = try await completedGroup(options: .limit(1), .tolerant, observers) { group in
            for path in ["running", "a"] { driver.issue(path) }
            await driver.hasStarted("running")
            end("running", of: driver, in: group)
        }
        #expect(driver.started == ["running"])
        #expect(!recorder.events.contains { $0.kind == .started })
        let limiter = try #require(group.limiter)
        await yieldWhile { limiter.inFlight + limiter.waiting > 0 }
    }

    // A request that is created before its start is cancelled in its client, which has an error of its own. A
    // cancelled batch throws a `CancellationError`.
    @Test(
        arguments: EntryPoint.all(.callsBack, .waits).filter {
            !$0.isOfSession && ![.prepared, .batch, .awaitedBatch].contains($0)
        }
    )
    func `a rejection has the error of the settings (I3)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(
            entry,
            configure: { $0.cancellationError = { ClientError("-999") } }
        )
        let group = try await completedGroup(options: .limit(1), .tolerant) { group in
            for path in ["running", "a"] { driver.issue(path) }
            await driver.hasStarted("running")
            end("running", of: driver, in: group)
            group.cancel()
        }
        let answers = await driver.answers(2)
        #expect(answers.first { $0.path == "a" }?.text == "\(ClientError("-999"))")
        let rejection = group.failures.first { $0.label == driver.label("a") }
        #expect(rejection?.reason == .cancelled)
    }

    @Test(arguments: EntryPoint.all(.isCancelled).filter { $0.isHandle || $0.isPlan })
    func `handles are cancelled on their client's queue (P2)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry, configure: { $0.queue = .main })
        _ = try await completedGroup(options: .tolerant) { group in
            driver.issue("a")
            await driver.hasStarted("a")
            group.cancel()
        }
        #expect(driver.wereCancelledOnMain.entries == [true])
    }

    @Test(arguments: WayOfCancelling.withRunningBody)
    func `in a cancelled group a handle is cancelled at once (P2)`(way: WayOfCancelling) async {
        let driver = EntryPointDriver(.handle)
        let failures = await way.cancel { _ in
        } afterwards: {
            driver.issue("a")
            #expect(driver.cancelled.entries == ["a"])
        }.failures
        #expect(failures.map(\.reason) == [way.reason])
        #expect(driver.started == ["a"])
        #expect(driver.answers.entries.map(\.text) == ["cancelled"])
    }

    @Test(arguments: EntryPoint.all(.callsBack, .canBeCancelledAlone))
    func `cancelling a request cancels no group (P2)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        let group = try await completedGroup(options: .tolerant) { group in
            for path in ["a", "b"] {
                driver.issue(path)
                await driver.hasStarted(path)
            }
            driver.cancel("a")
            _ = await driver.answers(1)
            #expect(!group.isCancelled)
            try await driver.succeed("b")
        }
        #expect(group.failures.map(\.label) == [driver.label("a")])
        // The group does not notice when the caller cancels through the handle of the client.
        let isUnnoticed = entry.isHandle || entry.isOfSession && !entry.isAwaited
        #expect(group.failures.map(\.isCause) == [isUnnoticed])
        let answers = await driver.answers(2).map { "\($0.path) \($0.text)" }
        #expect(answers == ["a cancelled", "b ok"])
    }

    @Test(arguments: EntryPoint.all(.callsBack, .canBeCancelledAlone, .waits))
    func `a waiting request cancelled alone never starts (P2, P4)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        let group = try await completedGroup(options: .limit(1), .tolerant) { group in
            for path in ["running", "a", "b"] { driver.issue(path) }
            driver.cancel("a")
            #expect(await driver.answers(1).map(\.text) == ["cancelled"])
            for path in ["running", "b"] { try await driver.succeed(path) }
            #expect(!group.isCancelled)
        }
        #expect(driver.started == ["running", "b"])
        #expect(group.progress == GroupProgress(finished: 3, failed: 1, total: 3))
    }

    // An operation is the caller's own code, and a batch starts before its results are awaited.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test(
        .endsInTime,
        arguments: EntryPoint.all().filter(\.isAwaited).filter {
            ![.operation, .awaitedBatch].contains($0)
        },
        [true, false]
    )
    func `a cancelled task starts nothing (P2)`(entry: EntryPoint, hasPermit: Bool) async throws {
        let driver = EntryPointDriver(entry)
        let group = try await completedGroup(options: .tolerant, .limit(1)) { group in
            let running = hasPermit ? nil : group.enter("running")
            defer { running?.leave() }
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await driver.value("a")
            }
            let error = await #expect(throws: (any Error).self) { try await task.value }
            #expect(error.map { EntryPointDriver.text(of: $0) } == "cancelled")
            #expect(!group.isCancelled)
        }
        #expect(driver.started.isEmpty)
        #expect(group.failures.map(\.reason) == [.cancelled])
    }

    @Test(arguments: EntryPoint.all(.answersTwice))
    func `answers and cancellations end a request once (M2, P2)`(entry: EntryPoint) async throws {
        for _ in 0..<20 {
            let (driver, recorder) = (EntryPointDriver(entry), EventRecorder())
            let group = try await completedGroup(
                "page",
                options: .tolerant,
                .observer(recorder)
            ) { group in
                driver.issue("a")
                let reply = try await driver.reply("a")
                let acts: [@Sendable () -> Void] = [
                    reply.succeed, reply.fail, { driver.cancel("a") }, { group.cancel() },
                ]
                DispatchQueue.concurrentPerform(iterations: acts.count) { acts[$0]() }
            }
            #expect(group.progress.finished == 1 && group.progress.total == 1)
            #expect(recorder.lines(of: "page").count { $0.hasPrefix("left") } == 1)
            let passesAll = entry.exception(to: .passesAllAnswers) == nil
            _ = await driver.answers(1)
            #expect(driver.answers.entries.count == (passesAll ? 2 : 1))
        }
    }

    @Test(arguments: EntryPoint.all())
    func `with .failFast a failure cancels the rest (P1)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        let isCancelled = entry.exception(to: .isCancelled) == nil
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .failFast) { group in
                for path in ["a", "b"] {
                    driver.issue(path)
                    await driver.hasStarted(path)
                }
                try await driver.fail("b")
                await yieldWhile { !group.isCancelled }
                if !isCancelled { try await driver.succeed("a") }
            }
        }
        #expect(error?.causes.map(\.label) == [driver.label("b")])
        #expect(error?.consequences.map(\.label) == (isCancelled ? [driver.label("a")] : []))
    }

    @Test(arguments: EntryPoint.all(.callsBackInside))
    func `a failure that cancels its group is a cause (P1)`(entry: EntryPoint) async {
        let driver = EntryPointDriver(entry) { _, _ in RequestGroup.current?.cancel() }
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                driver.issue("a")
                try await driver.fail("a")
            }
        }
        #expect(error?.causes.map(\.label) == [driver.label("a")])
    }
}
