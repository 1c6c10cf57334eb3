@testable import Interception
@testable import InterceptionTestSupport

#if DEBUG
// Only debug builds of the library report.
@Suite(.timeLimit(.ordinary)) struct `Ungrouped requests` {
    private let reports = Journal<UngroupedRequestReport>()

    private var labels: [String] { reports.entries.map(\.label) }

    private var settings: InterceptionSettings {
        InterceptionSettings { $0.onUngroupedRequest = reports.append }
    }

    /// Runs the closure in a detached task, where the group is not current.
    private func detached(_ issue: @escaping @Sendable () async throws -> Void) async throws {
        try await withRequestGroup("missed by \(#function)") {
            try await Task.detached { try await issue() }.value
        }
    }

    @Test func `an ungrouped request's report names open groups and a remedy (S1)`() async throws {
        let client = ManualClient()
        let network = InterceptingClient(client, settings: settings)
        try await withRequestGroup("missed page") {
            await Task.detached { network.get("feed") }.value
        }
        let report = try #require(reports.entries.first)
        #expect(labels == ["GET feed"])
        #expect(report.openGroups.contains("missed page"))
        #expect(report.callStack.count > 3)
        #expect(report.description.hasPrefix("GET feed was issued outside any group while "))
        #expect(report.description.contains("“missed page”"))
        #expect(report.description.contains("CapturedGroup"))
        #expect(report.description.contains("withoutRequestGroup"))
        #expect(client.started.entries == ["feed"])
    }

    @Test(arguments: [[], ["a"], ["a", "b"]])
    func `the report of an ungrouped request lists the open groups (S1)`(names: [String]) {
        let report = UngroupedRequestReport(
            label: "GET feed",
            reason: .outsideAnyGroup,
            openGroups: names,
            callStack: []
        )
        let texts = [":", " while “a” was open:", " while “a”, “b” were open:"]
        let text = "GET feed was issued outside any group" + texts[names.count] + " capture"
        #expect(report.description.hasPrefix(text))
    }

    @Test func `a lost handle's report names its group, even a completed one (P2)`() async throws {
        let group = try await withRequestGroup("gone", options: .mayBeEmpty) { $0 }
        settings.reportLostHandle(of: group) { "GET feed" }
        #expect(reports.entries.first?.openGroups.contains("gone") == true)
        settings.reportLostHandle(of: .ungrouped) { "GET feed" }
        #expect(reports.entries.last?.openGroups.contains("ungrouped") == false)
    }

    @Test func `a request in withoutRequestGroup is not reported (S4)`() async throws {
        let network = InterceptingClient(ManualClient(), settings: settings)
        let server = StubServer(isAnswering: true)
        let session = InterceptingClient(server.session(), settings: settings)
        let url = try server.url("feed")
        try await detached {
            withoutRequestGroup { network.get("ping") }
            try await withoutRequestGroup { try await network.intercept("ping") {} }
            let captured = withoutRequestGroup { CapturedGroup() }
            captured.run { network.get("captured") }
            await captured.run {
                await Task.yield()
                network.get("captured")
            }
            let isAnswered = Gate()
            let task = withoutRequestGroup {
                session.dataTask(with: url) { _, _, _ in isAnswered.open() }
                    as InterceptedTask<URLSessionDataTask>
            }
            task.resume()
            await isAnswered.waitUntilOpen()
        }
        #expect(labels.isEmpty)
    }

    @Test func `a request in a closure captured outside any group is reported (S3)`() async throws {
        let network = InterceptingClient(ManualClient(), settings: settings)
        try await detached {
            CapturedGroup().run { network.get("here") }
            await CapturedGroup().run {
                await Task.yield()
                network.get("there")
            }
        }
        #expect(labels == ["GET here", "GET there"])
    }

    @Test func `an ungrouped batch is reported, but not its requests (S1)`() async throws {
        let server = StubServer(isAnswering: true)
        let session = InterceptingClient(server.session(), settings: settings)
        let plan = URLRequest(url: try server.url("feed"))
        try await detached {
            _ = await session.batch([plan], name: "photos").results()
            _ = await withoutRequestGroup {
                await session.batch([plan], name: "no photos").results()
            }
        }
        try await withRequestGroup("page") { _ = await session.batch([plan]).results() }
        #expect(labels == ["photos"])
    }

    @Test func `a request of an ungrouped plan's completion is reported (S1)`() async throws {
        let network = InterceptingClient(ManualClient(), settings: settings)
        let (sender, ended) = (BareSender(client: ManualClient { $0.succeed() }), Gate())
        let plan = URLRequest(path: "feed").plan.then { _ in URLRequest(path: "photos") }
        try await detached {
            sender.perform(plan) { _ in network.get("chain") }
            withoutRequestGroup { _ = sender.perform(plan) { _ in network.get("excluded chain") } }
            sender.batch([plan], queue: DispatchQueue(label: "reports")) { _ in
                network.get("progress")
            } completion: { _ in
                ended.open()
            }
            await ended.waitUntilOpen()
        }
        #expect(labels == ["GET chain", "GET progress"])
    }

    @Test func `a request in a group, even a completed one, is not reported (S1)`() async throws {
        let client = ManualClient(immediateAnswer: { $0.succeed("") })
        let network = InterceptingClient(client, settings: settings)
        try await withRequestGroup("another") {
            let group = try await completedGroup("page", options: .detached, .tolerant) { _ in
                network.get("feed")
            }
            group.run { network.get("late") }
            #expect(client.started.entries == ["feed", "late"])
        }
        #expect(labels.isEmpty)
    }

    @Test func `requests issued in onUngroupedRequest are not reported (S1)`() async throws {
        let (client, reported) = (ManualClient(), Journal<String>())
        let bare = InterceptingClient(client)
        let network = Locked(bare)
        network.withLock {
            $0 = InterceptingClient(client) { settings in
                settings.onUngroupedRequest = { report in
                    reported.append(report.label)
                    // Limited, because otherwise a failure would never end.
                    if reported.entries.count < 3 { network.withLock { $0 }.get("report") }
                }
            }
        }
        try await detached { network.withLock { $0 }.get("feed") }
        #expect(reported.entries == ["GET feed"])
        network.withLock { $0 = bare }
    }

    @Test func `a group is reported as open after its namesake has completed (S1)`() async throws {
        let network = InterceptingClient(ManualClient(), settings: settings)
        try await withRequestGroup("twin") {
            try await withRequestGroup("twin", options: .mayBeEmpty) {}
            await Task.detached { network.get("a") }.value
        }
        #expect(reports.entries.first?.openGroups.contains("twin") == true)
    }

    #if os(macOS) || os(Linux)
    @Test
    func `an ungrouped request is reported only during or just after a group (S1, V1)`() async {
        // The closure runs in a process of its own, where no other test opens a group.
        await #expect(processExitsWith: .success) {
            let reports = Journal<UngroupedRequestReport>()
            let network = InterceptingClient(ManualClient { $0.succeed() }) {
                $0.onUngroupedRequest = reports.append
            }
            // No report while no group is open.
            network.get("before")
            // Again if the process stopped for more than a second between the two statements.
            for _ in 1...100 where reports.entries.isEmpty {
                try await withRequestGroup("page") { network.get("in it") }
                network.get("after")
            }
            network.get("later")
            try await withRequestGroup("empty") {}
            network.get("after")
            try await withRequestGroup("page") {
                try await withRequestGroup("empty") {}
                await Task.detached { network.get("ungrouped") }.value
            }
            try #require(reports.entries.map(\.openGroups) == [["page"], ["empty"], ["page"]])
        }
    }
    #endif
}
#endif
