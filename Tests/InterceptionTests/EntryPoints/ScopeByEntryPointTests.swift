@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Scope by entry point` {
    enum Place: CaseIterable, Sendable {
        case thread, otherGroup, parent, child

        /// Runs the closure in this place; the current group is that of the request.
        func run(_ body: @escaping @Sendable () -> Void) async throws {
            switch self {
            case .thread: try await OwnThread(body).waitUntilEnded()
            case .otherGroup:
                try await withRequestGroup("other", options: .detached, .mayBeEmpty) { body() }
            case .parent: RequestGroup.current?.parent?.run { body() }
            case .child: try await withRequestGroup("child", options: .mayBeEmpty) { body() }
            }
        }
    }

    @Test(arguments: EntryPoint.all(.callsBack), Place.allCases)
    func `callbacks run in the group (S2, N1, O2)`(entry: EntryPoint, place: Place) async throws {
        let driver = EntryPointDriver(entry) { driver, path in
            if path == "a" { driver.issue("b") }
        }
        let recorder = EventRecorder()
        try await withRequestGroup("outer") { outer in
            let group = try await completedGroup("page", options: .observer(recorder)) { _ in
                driver.issue("a")
                for path in ["a", "b"] { try await place.run(driver.reply(path).succeed) }
            }
            #expect(group.progress == GroupProgress(finished: 2, total: 2))
            #expect(outer.progress.total == 0)
        }
        #expect(await driver.answers(2).map(\.context.group) == ["page", "page"])
        // The code after `await` issues the second request when the first has left.
        let (first, second) = (driver.label("a"), driver.label("b"))
        let middle =
            entry.isAwaited
            ? ["left \(first)", "entered \(second)"] : ["entered \(second)", "left \(first)"]
        let expected = ["opened", "entered \(first)"] + middle + ["left \(second)", "completed"]
        #expect(recorder.lines(of: "page") == expected)
        // The first request is the issuer of the second, except in code after `await` (O2).
        let entered = recorder.events.filter { $0.kind == .entered && $0.groupName == "page" }
        #expect(entered.map(\.issuer?.label) == [nil, entry.isAwaited ? nil : first])
    }

    @Test(arguments: EntryPoint.all(.callsBackInside, .loses).filter(\.isPlan))
    func `the callback of a lost plan runs in the group (S2, M3)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry) { driver, path in
            if path == "a" { driver.issue("b") }
        }
        let group = try await completedGroup(options: .tolerant) { _ in
            driver.issue("a")
            try await driver.lose("a")
            try await driver.succeed("b")
        }
        #expect(group.progress == GroupProgress(finished: 2, failed: 1, total: 2))
    }

    @Test(arguments: EntryPoint.all())
    func `a request in a captured closure is grouped (S3)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        let group = try await completedGroup("page") { group in
            try await OwnThread(CapturedGroup.capturing { driver.issue("a") }).waitUntilEnded()
            #expect(group.outstanding == [driver.label("a")])
            try await driver.succeed("a")
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
        #expect(driver.answers.entries.allSatisfy { $0.context.group == "page" })
    }

    @Test(arguments: EntryPoint.all())
    func `a request in withoutRequestGroup is ungrouped (S4)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        try await withRequestGroup(options: .mayBeEmpty) { group in
            withoutRequestGroup { driver.issue("a") }
            #expect(group.progress.total == 0)
            #expect(group.outstanding.isEmpty)
            try await driver.succeed("a")
        }
    }

    @Test(arguments: EntryPoint.all(.isPassedOn))
    func `outside any group callbacks are unchanged (S5)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        driver.issue("a")
        let reply = try await driver.reply("a")
        try await withRequestGroup("caller", options: .mayBeEmpty) { group in
            reply.succeed()
            #expect(group.progress.total == 0)
        }
        #expect(driver.answers.entries.map(\.context.group) == ["caller"])
    }

    @Test(arguments: EntryPoint.all(.waits, .showsItsStart), [true, false])
    func `a delayed request keeps its group (S6)`(entry: EntryPoint, isGrouped: Bool) async throws {
        let driver = EntryPointDriver(entry, limit: 1)
        let issue = { @Sendable in
            EntryPointDriver.$trace.withValue("issue") {
                for path in ["a", "b"] { driver.issue(path) }
            }
        }
        try await withRequestGroup("page", options: .mayBeEmpty) {
            if isGrouped { issue() } else { withoutRequestGroup(issue) }
            try await Place.otherGroup.run(driver.reply("a").succeed)
            try await driver.succeed("b")
            _ = await driver.answers(2)
        }
        let name = isGrouped ? "page" : "none"
        #expect(driver.starts.entries.map(\.group) == [name, name])
        #expect(driver.starts.entries.map(\.trace) == ["issue", "issue"])
    }

    @Test(arguments: EntryPoint.all(.callsBack), [true, false])
    func `callbacks propagate task-locals (S7)`(entry: EntryPoint, isGrouped: Bool) async throws {
        let driver = EntryPointDriver(entry, propagates: true)
        let issue = { @Sendable in
            EntryPointDriver.$trace.withValue("issue") { driver.issue("a") }
        }
        try await withRequestGroup(options: .mayBeEmpty) {
            if isGrouped { issue() } else { withoutRequestGroup(issue) }
            let reply = try await driver.reply("a")
            EntryPointDriver.$trace.withValue("answer") { reply.succeed() }
            _ = await driver.answers(1)
        }
        #expect(driver.answers.entries.map(\.context.trace) == ["issue"])
    }

    @Test(arguments: EntryPoint.all(.callsBack, .waits))
    func `delayed requests propagate task-locals (S7)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry, limit: 1, propagates: true)
        try await withRequestGroup {
            for path in ["a", "b"] {
                EntryPointDriver.$trace.withValue(path) { driver.issue(path) }
            }
            let first = try await driver.reply("a")
            EntryPointDriver.$trace.withValue("answer") { first.succeed() }
            try await driver.succeed("b")
        }
        #expect(await driver.answers(2).map(\.context.trace).sorted() == ["a", "b"])
        if !entry.isOfSession { #expect(driver.starts.entries.map(\.trace) == ["a", "b"]) }
    }
}
