@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Completion by entry point` {
    @Test(arguments: EntryPoint.all())
    func `a group completes once after its last request (C1)`(entry: EntryPoint) async throws {
        let (driver, ends) = (EntryPointDriver(entry), Journal<Int>())
        let queue = DispatchQueue(label: "completions")
        let group = withRequestGroup(queue: queue) {
            for path in ["a", "b"] { driver.issue(path) }
        } completion: { _ in
            ends.append(driver.answers.entries.count)
        }
        for path in ["b", "a"] {
            await waitUntilDrained(queue)
            #expect(ends.entries.isEmpty)
            try await driver.succeed(path)
        }
        _ = await ends.waitForFirst(1)
        await waitUntilDrained(queue)
        #expect(ends.entries.count == 1)
        if entry.exception(to: .callsBackInside) == nil { #expect(ends.entries == [2]) }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test(arguments: EntryPoint.all())
    func `failures are reported in issue order (C2, C6)`(entry: EntryPoint) async throws {
        let (driver, paths) = (EntryPointDriver(entry), ["a", "b", "c"])
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                for path in paths { driver.issue(path) }
                #expect(group.outstanding == paths.map(driver.label))
                for path in paths.reversed() { try await driver.fail(path) }
            }
        }
        #expect(error?.failures.map(\.label) == paths.map(driver.label))
        let texts = error?.failures.map { EntryPointDriver.text(of: $0.error) }
        #expect(texts == ["failed", "failed", "failed"])
        #expect(error?.causes.count == 3)
    }

    @Test(arguments: EntryPoint.all())
    func `a late request joins the enclosing group (C5)`(entry: EntryPoint) async throws {
        let (driver, recorder) = (EntryPointDriver(entry), EventRecorder())
        let outer = try await completedGroup("outer") { outer in
            let inner = try await withRequestGroup(
                "inner",
                options: .mayBeEmpty,
                .observer(recorder)
            ) { $0 }
            inner.run { driver.issue("late") }
            #expect(outer.outstanding == [driver.label("late")])
            try await driver.succeed("late")
        }
        #expect(outer.progress == GroupProgress(finished: 1, total: 1))
        // The code after `await` runs in the group of its task.
        if !entry.isAwaited {
            #expect(driver.answers.entries.allSatisfy { $0.context.group == "outer" })
        }
        #expect(recorder.lines == ["opened", "completed", "late request \(driver.label("late"))"])
    }

    @Test(arguments: EntryPoint.all())
    func `only the innermost group counts a request (N1, N2)`(entry: EntryPoint) async throws {
        let (driver, ends) = (EntryPointDriver(entry), Journal<String>())
        let queue = DispatchQueue(label: "completions")
        let outer = withRequestGroup("outer", options: .mayBeEmpty, queue: queue) {
            withRequestGroup("inner", queue: queue) {
                driver.issue("a")
            } success: {
            } failure: { failures in
                ends.append("inner \(failures.map(\.label) == [driver.label("a")])")
            }
        } completion: { (result: Result<Void, any Error>) in
            ends.append("outer \((try? result.get()) != nil)")
        }
        #expect(outer.outstanding == ["inner"])
        try await driver.fail("a")
        #expect(await ends.waitForFirst(2) == ["inner true", "outer true"])
        #expect(outer.progress.total == 0)
    }
}

@Suite(.timeLimit(.ordinary)) struct `Observing by entry point` {
    let recorder = EventRecorder()

    @Test(arguments: EntryPoint.all(.waits))
    func `a delayed request has one identity (O2, O4)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        try await withRequestGroup("page", options: .limit(1), .observer(recorder)) {
            for path in ["a", "b"] { driver.issue(path) }
            for path in ["a", "b"] { try await driver.succeed(path) }
        }
        let events = recorder.events.filter { $0.groupName == "page" }
        let second = events.filter { $0.label == driver.label("b") }
        #expect(second.map(\.kind) == [.entered, .waiting, .started, .left])
        #expect(Set(second.map(\.requestID)).count == 1)
        #expect(events.filter { $0.label == driver.label("a") }.map(\.kind) == [.entered, .left])
    }

    @Test(arguments: EntryPoint.all(.callsBack), [true, false])
    func `a caller gets an answer once (I1)`(entry: EntryPoint, isGrouped: Bool) async throws {
        let driver = EntryPointDriver(entry)
        let issue = { @Sendable in for path in ["a", "b"] { driver.issue(path) } }
        try await withRequestGroup(options: .tolerant, .mayBeEmpty) {
            if isGrouped { issue() } else { withoutRequestGroup(issue) }
            try await driver.succeed("a")
            try await driver.fail("b")
            _ = await driver.answers(2)
        }
        let answers = driver.answers.entries.map { "\($0.path) \($0.text)" }
        #expect(answers.sorted() == ["a ok", "b failed"])
    }

    @Test(arguments: EntryPoint.all(.buildsLabel))
    func `a label is built only in a group (I2)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        driver.issue("a")
        try await driver.succeed("a")
        #expect(driver.labels.entries.isEmpty)
        try await withRequestGroup {
            driver.issue("b")
            try await driver.succeed("b")
        }
        #expect(driver.labels.entries == ["b"])
    }

    #if DEBUG
    @Test(arguments: EntryPoint.all(.reportsMissingGroup), [nil, 1])
    func `an ungrouped request is reported once (S1)`(entry: EntryPoint, limit: Int?) async throws {
        let reports = Journal<String>()
        let driver = EntryPointDriver(
            entry,
            limit: limit,
            configure: { $0.onUngroupedRequest = { reports.append($0.label) } }
        )
        try await withRequestGroup("missed") {
            try await OwnThread { driver.issue("a") }.waitUntilEnded()
            try await driver.succeed("a")
        }
        let isSender = entry == .interceptedPlan
        #expect(reports.entries == [isSender ? "sender" : driver.label("a")])
    }
    #endif
}
