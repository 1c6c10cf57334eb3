@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Deadlines by entry point` {
    /// The order of two nested deadlines, or the cancelling of the outer group before both.
    enum End: CaseIterable, Sendable {
        case innerIsShorter, innerIsLonger, bothAreEqual, outerIsCancelled

        /// The seconds after which the outer and the inner group end.
        var seconds: (outer: Int, inner: Int) {
            switch self {
            case .innerIsShorter: (2, 1)
            case .innerIsLonger: (1, 2)
            case .bothAreEqual, .outerIsCancelled: (1, 1)
            }
        }
    }

    @Test(arguments: EntryPoint.all(), End.allCases)
    func `the earlier deadline counts (P3, N3)`(entry: EntryPoint, end: End) async throws {
        let driver = EntryPointDriver(entry, heedsCancelling: end == .outerIsCancelled)
        let isCancelled = entry.exception(to: .isCancelled) == nil
        let clock = ManualClock()
        let (outerTimeout, innerTimeout) = (
            RequestGroupOption.timeout(.seconds(end.seconds.outer), clock: clock),
            RequestGroupOption.timeout(.seconds(end.seconds.inner), clock: clock)
        )
        let outcome = await withRequestGroupOutcome("outer", options: outerTimeout, .mayBeEmpty) {
            outer in
            let inner = await withRequestGroupOutcome("inner", options: innerTimeout) {
                driver.issue("a")
                await driver.hasStarted("a")
                await yieldWhile { clock.sleeping < 2 }
                guard end == .outerIsCancelled else { return clock.advance(by: .seconds(1)) }
                outer.cancel()
                if !isCancelled { try await driver.fail("a") }
            }
            #expect(inner.failures.map(\.label) == [driver.label("a")])
            let reason: RequestFailure.Reason =
                end != .outerIsCancelled ? .timedOut : isCancelled ? .cancelled : .failed
            #expect(inner.failures.map(\.reason) == [reason])
            if end == .innerIsShorter {
                // The outer group goes on until its own deadline.
                #expect(!outer.isCancelled)
                driver.issue("b")
                try await driver.succeed("b")
            } else {
                await yieldWhile { !outer.isCancelled }
            }
        }
        // At its own deadline the outer group reports the inner group, unless the inner group has just completed.
        switch end {
        case .innerIsShorter, .outerIsCancelled: #expect(outcome.failures.isEmpty)
        case .innerIsLonger: #expect(outcome.failures.map(\.label) == ["inner"])
        case .bothAreEqual: #expect(outcome.failures.allSatisfy { $0.label == "inner" })
        }
        // The callbacks of the unanswered request retain the driver.
        for call in driver.client.takeAll("a") { call.fail() }
        driver.calls.remove("a")
        driver.release("a")
    }

    @Test(arguments: EntryPoint.all(.callsBackInside, .answersTwice))
    func `a request answered in time keeps its answer (P3)`(entry: EntryPoint) async throws {
        let (isRunning, release) = (Gate(), DispatchSemaphore(value: 0))
        let driver = EntryPointDriver(entry) { _, _ in
            isRunning.open()
            release.wait()
        }
        let clock = ManualClock()
        let outcome = await withRequestGroupOutcome(options: clock.timeout) { group in
            driver.issue("a")
            OwnThread(try await driver.reply("a").succeed)
            await isRunning.waitUntilOpen()
            await clock.advanceWhenAsleep(by: .seconds(1))
            await yieldWhile { !group.isCancelled }
        }
        release.signal()
        #expect(outcome.failures.isEmpty)
    }
}

@Suite(.timeLimit(.ordinary)) struct `Limits by entry point` {
    let recorder = EventRecorder()

    @Test(arguments: EntryPoint.all(.waits), Limit.allCases)
    func `with a limit of one, requests start one at a time (P4)`(
        entry: EntryPoint,
        limit: Limit
    ) async throws {
        guard limit == .group || entry.exception(to: .waitsForClient) == nil else { return }
        let newest = Journal<String?>()
        let driver = EntryPointDriver(entry, limit: limit.ofClient) { driver, _ in
            newest.append(driver.started.last)
        }
        let paths = ["a", "b", "c"]
        try await withRequestGroup(options: limit.ofGroup) { group in
            for path in paths { driver.issue(path) }
            #expect(group.outstanding == paths.map(driver.label))
            for (index, path) in paths.enumerated() {
                await driver.hasStarted(path)
                #expect(driver.started == Array(paths.prefix(index + 1)))
                try await driver.succeed(path)
            }
        }
        // A waiting request starts after the running callback returns.
        if entry.exception(to: .callsBackInside) == nil { #expect(newest.entries == paths) }
        if let limiter = driver.settings.limiter { await yieldWhile { limiter.inFlight > 0 } }
    }

    @Test(arguments: EntryPoint.allCases.filter { $0.exception(to: .waits) != nil })
    func `a request that cannot wait exceeds the limit and is reported (V2)`(
        entry: EntryPoint
    ) async throws {
        let driver = EntryPointDriver(entry)
        try await withRequestGroup(options: .limit(1), .observer(recorder)) {
            for path in ["a", "b"] { driver.issue(path) }
            for path in ["b", "a"] { try await driver.succeed(path) }
        }
        let exceeding = recorder.events.filter { $0.kind == .exceededLimit }
        #expect(exceeding.map(\.label) == [driver.label("b")])
    }

    @Test(arguments: EntryPoint.all(.waits, .waitsForClient, .hasOptions))
    func `waiting requests start by priority, then age (P4)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry, limit: 1)
        let order = ["first", "high1", "high2", "normal1", "normal2", "low1", "low2"]
        try await withRequestGroup {
            driver.issue("first")
            for number in 1...2 {
                driver.issue("low\(number)", priority: .low)
                driver.issue("normal\(number)", priority: .normal)
                driver.issue("high\(number)", priority: .high)
            }
            for path in order { try await driver.succeed(path) }
        }
        #expect(driver.started == order)
    }

    @Test(arguments: EntryPoint.all(.hasOptions))
    func `an optional request fails no group (P1)`(entry: EntryPoint) async throws {
        for option in [RequestGroupOption.limit(1), .observer(EventRecorder())] {
            let driver = EntryPointDriver(entry, isOptional: true)
            let outcome = await withRequestGroupOutcome(options: option, .failFast) {
                for path in ["a", "b"] { driver.issue(path) }
                for path in ["a", "b"] { try await driver.fail(path) }
            }
            #expect(outcome.error == nil)
            #expect(outcome.failures.map(\.isOptional) == [true, true])
        }
    }

    @Test(arguments: EntryPoint.all(.takesIsolation))
    func `a delayed request starts on its issuing actor (P4)`(entry: EntryPoint) async throws {
        let driver = EntryPointDriver(entry)
        try await withRequestGroup(options: .limit(1)) {
            await MainActor.run {
                for path in ["a", "b"] { driver.issue(path, isolation: MainActor.shared) }
            }
            try await OwnThread(driver.reply("a").succeed).waitUntilEnded()
            try await driver.succeed("b")
        }
        #expect(driver.starts.entries.map(\.isOnMain) == [true, true])
    }
}
