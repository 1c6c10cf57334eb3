@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `A group that stalls` {
    private let clock = ManualClock()
    private let stalls = Locked([RequestGroupStall]())
    private let isReported = Gate()

    private var option: RequestGroupOption {
        .onStall(after: .seconds(10), clock: clock) { [stalls, isReported] stall in
            stalls.withLock { $0.append(stall) }
            isReported.open()
        }
    }

    private var reports: [RequestGroupStall] { stalls.withLock { $0 } }

    @Test func `a stall is reported once with requests, durations and issuers (O2)`() async throws {
        let group = try await withRequestGroup("page", options: option) { group in
            await clock.waitUntilAsleep()
            clock.advance(by: .seconds(1))
            let first = group.enter("first")
            clock.advance(by: .seconds(2))
            var second: Membership?
            first?.answer(nil) { second = group.enter("second") }
            clock.advance(by: .seconds(3))
            let hold = group.hold("captured in load()")
            let inner = RequestGroup(opening: "inner", options: [])
            let hidden = group.hold(isHidden: true)
            #expect(reports.isEmpty)
            clock.advance(by: .seconds(6))
            await isReported.waitUntilOpen()
            clock.advance(by: .seconds(60))
            inner.close(bodyThrew: false)
            inner.releaseParent()
            hold?.release()
            hidden?.release()
            second?.leave()
            return group
        }
        await clock.waitUntilAwake()
        // A completion handler that waits, too, is not reported after the requests.
        let watch = try #require(group.configuration.stallWatch)
        group.reportStall(to: watch, age: .seconds(72), when: \.isOver)
        let stall = try #require(reports.first)
        #expect(reports.count == 1)
        #expect((stall.groupName, stall.age, stall.isBodyRunning) == ("page", .seconds(12), true))
        #expect(stall.progress == GroupProgress(finished: 1, total: 2))
        #expect(stall.outstanding.map(\.label) == ["second", "captured in load()", "inner"])
        #expect(stall.outstanding.map(\.age) == [.seconds(9), .seconds(6), .seconds(6)])
        #expect(stall.outstanding.map(\.issuer?.label) == ["first", nil, nil])
        let expected = """
            page (1 of 2 finished) has waited 12.0 s for
              its body
              second (9.00 s, issued in a callback of #0 first)
              captured in load() (6.00 s)
              inner (6.00 s)
            """
        // If another test blocks the main thread, a further line reports that.
        #expect(stall.description.hasPrefix(expected))
    }

    @Test(arguments: [
        (nil as Bool?, "an answer, or an uncounted request"),
        (true, "GET feed (10.0 s, waiting for a permit)"), (false, "GET feed (10.0 s)"),
    ])
    func `a stall of one request has one line (O2)`(isWaiting: Bool?, subject: String) async {
        let group = RequestGroup(opening: "page", options: [option])
        let request = isWaiting == nil ? group.hold(isHidden: true) : group.enter("GET feed")
        if isWaiting != nil { request?.waitForPermit() }
        if isWaiting == false { #expect(request?.startDelayed() == true) }
        group.close(bodyThrew: false)
        await clock.advanceWhenAsleep(by: .seconds(10))
        await isReported.waitUntilOpen()
        #expect(reports.map(\.isBodyRunning) == [false])
        let beginning = "page (\(group.progress)) has waited 10.0 s for \(subject)"
        #expect(reports.first?.description.hasPrefix(beginning) == true)
        request?.release()
    }

    @Test func `a group that completes in time is never reported as stalled (O2)`() async throws {
        let group = try await withRequestGroup(options: option) { group in
            await clock.waitUntilAsleep()
            group.enter("request")?.leave()
            return group
        }
        await clock.waitUntilAwake()
        clock.advance(by: .seconds(60))
        group.reportStall(to: try #require(group.configuration.stallWatch), age: .zero)
        #expect(reports.isEmpty)
    }

    @Test func `a completion handler's stall is timed from the opening of its group (O2)`() async {
        let group = RequestGroup(opening: "page", options: [option, .mayBeEmpty])
        await clock.waitUntilAsleep()
        group.close(bodyThrew: false)
        await clock.waitUntilAwake()
        clock.advance(by: .seconds(9))
        let endWatch = group.watchCompletion()
        await yieldWhile { clock.sleeping == 0 }
        clock.advance(by: .seconds(1))
        await isReported.waitUntilOpen()
        #expect(reports.map(\.age) == [.seconds(10)])
        endWatch?()
    }

    @Test func `the onStall closure runs in no group (O2)`() async throws {
        let (current, isCalled) = (Locked([String?]()), Locked(false))
        let option = RequestGroupOption.onStall(after: .seconds(10), clock: clock) { _ in
            current.withLock { $0.append(RequestGroup.current?.name) }
        }
        // The observer runs on the thread that enters a request, where the group is the current one.
        let observer = Reactor { event in
            guard event.kind == .entered, let group = event.group,
                let watch = group.configuration.stallWatch
            else { return }
            isCalled.withLock { $0 = RequestGroup.current === group }
            group.reportStall(to: watch, age: watch.age())
        }
        try await withRequestGroup("page", options: option, .observer(observer)) { group in
            group.enter("request")?.leave()
        }
        #expect(isCalled.withLock { $0 })
        #expect(current.withLock { $0 } == [nil])
    }

    @Test func `neither the timer nor the report of a stall retains the group (O2)`() async throws {
        weak var released: RequestGroup?
        try await withRequestGroup("page", options: option) { group in
            var second: Membership?
            group.enter("first")?.answer(nil) { second = group.enter("second") }
            released = group
            await clock.advanceWhenAsleep(by: .seconds(10))
            await isReported.waitUntilOpen()
            second?.leave()
        }
        await yieldWhile { released != nil }
        #expect(reports.first?.outstanding.map(\.issuer?.label) == ["first"])
    }

    @Test func `a group without observers records nothing about its requests (O2)`() async throws {
        try await withRequestGroup { group in
            let request = try #require(group.enter("request"))
            #expect(request.member.details == nil)
            request.leave()
        }
    }
}
