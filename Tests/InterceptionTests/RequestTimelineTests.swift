@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A timeline of real groups` {
    let client = ScriptedClient<String>()
    var network: InterceptingClient<ScriptedClient<String>> { InterceptingClient(client) }

    /// Returns for each recorded request its issuer, whether it waited, and its outcome.
    private func lines(_ recording: TimelineRecording) -> [String] {
        recording.groups.flatMap { group in
            group.requests.map { request in
                let issuer = request.issuer.flatMap { recording[$0] }.map { "\($0.label) → " } ?? ""
                let waited = request.hasWaited ? " waited," : ""
                return "\(group.name): \(issuer)\(request.label)\(waited) \(request.outcome)"
            }
        }
    }

    @Test func `a timeline records issuers, waiting times and outcomes (O2)`() async throws {
        let timeline = RequestTimeline()
        try await withRequestGroup("page", options: .tolerant, .observer(timeline)) {
            network.get("a", success: { _ in network.get("b") })
            try client.answer("a", with: .success(""))
            try await withRequestGroup("images", options: .limit(1), .tolerant) {
                for path in ["c", "d", "e"] { network.get(path) }
                try client.answer("c", with: .success(""))
                try client.answer("d", with: .dropped)
                try client.answer("e", with: .failure(ClientError("secret")))
            }
            try client.answer("b", with: .success(""))
        }
        let recording = timeline.recording
        let expected = [
            "page: GET a succeeded", "page: GET a → GET b succeeded", "images: GET c succeeded",
            "images: GET d waited, lost its callback", "images: GET e waited, failed",
        ]
        #expect(lines(recording) == expected)
        #expect(recording.groups.map(\.parent) == [nil, recording.groups[0].id])
        #expect(recording.groups.allSatisfy { $0.completed != nil })
        for request in recording.groups.flatMap(\.requests) {
            let (started, ended) = (try #require(request.started), try #require(request.ended))
            #expect(request.issued <= started && started <= ended)
        }
        let paths = recording.groups.map { group in
            recording.criticalPath(of: group.id).compactMap { recording[$0]?.label }
        }
        #expect(paths == [["GET a", "GET b"], ["GET c", "GET d", "GET e"]])
        for drawing in [recording.text(), recording.svg(), recording.traceEvents()] {
            #expect(drawing.contains("GET e"))
            #expect(!drawing.contains("secret") && !drawing.contains("ClientError"))
        }
    }

    @Test func `a timeline shows lost, cancelled and timed-out requests (O2)`() async throws {
        let (timeline, clock) = (RequestTimeline(), ManualClock())
        try await withRequestGroup("page", options: .tolerant, .observer(timeline)) {
            try await withRequestGroup("cancelled", options: .limit(1), .tolerant) { group in
                network.get("a")
                network.get("b", failure: { _ in })
                group.cancel()
                try client.answer("a", with: .dropped)
            }
            try await withRequestGroup("slow", options: clock.timeout, .tolerant) {
                network.get("c")
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
        }
        let requests = timeline.recording.groups.flatMap(\.requests)
        #expect(requests.map(\.outcome) == [.lost, .cancelled, .timedOut])
        #expect(requests.map(\.failure) == [.lostCallback, .cancelled, .timedOut])
        for name in client.outstanding { try client.answer(name, with: .dropped) }
    }

    @Test func `a request that waits for a permit has no start time (O2)`() async throws {
        let timeline = RequestTimeline()
        try await withRequestGroup("page", options: .limit(1), .observer(timeline)) {
            network.get("a")
            network.get("b")
            let waiting = try #require(timeline.recording.groups.first?.requests.last)
            #expect(waiting.hasWaited && waiting.started == nil)
            try client.answer("a", with: .success(""))
            try client.answer("b", with: .success(""))
        }
        #expect(timeline.recording.groups[0].requests.allSatisfy { $0.started != nil })
    }

    @Test func `a timeline draws a running request up to the time of drawing`() async throws {
        let now = Locked(ContinuousClock.now)
        let timeline = RequestTimeline(maximumRequests: 10) { now.withLock { $0 } }
        try await withRequestGroup("page", options: .observer(timeline)) {
            network.get("a")
            let opened = try #require(timeline.recording.groups.first?.opened)
            now.withLock { $0 = opened + .seconds(12) }
            let recording = timeline.recording
            #expect(recording.text().hasPrefix("page: 12.0 s so far, 1 request, 1 running\n"))
            #expect(recording.groups[0].requests[0].outcome == .pending)
            try client.answer("a", with: .success(""))
        }
        #expect(timeline.recording.groups[0].requests[0].outcome == .succeeded)
    }

    @Test func `a timeline keeps requests up to a limit, and counts the rest (O2)`() async throws {
        let timeline = RequestTimeline(maximumRequests: 3)
        let group = try await completedGroup("page", options: .observer(timeline)) { group in
            for number in 0..<4 { group.enter("\(number)")?.leave() }
            try await withRequestGroup("inner") { $0.enter("inside")?.leave() }
        }
        _ = group.enter("late")
        let recording = timeline.recording
        #expect(recording.groups.map(\.name) == ["page"])
        #expect(recording.groups[0].requests.map(\.label) == ["0", "1"])
        #expect(recording.omitted == 5)
        #expect(recording.text().hasSuffix("and 5 more were not recorded"))
        #expect(recording.svg().contains("and 5 more were not recorded"))
        #expect(recording.traceEvents().contains(#""omitted": 5"#))
        let other = RequestTimeline()
        try await withRequestGroup(options: .observer(other)) { group in
            for _ in 0..<10_000 { group.enter("request")?.leave() }
        }
        #expect(other.recording.omitted == 1, "The default limit includes the group.")
    }

    @Test func `a timeline retains no group`() async throws {
        let timeline = RequestTimeline()
        weak var group: RequestGroup?
        try await withRequestGroup("page", options: .observer(timeline)) { opened in
            group = opened
            opened.enter("request")?.leave()
        }
        #expect(group == nil)
        #expect(timeline.recording.groups.count == 1)
    }

    @Test(arguments: [(0, 0), (2, 2), (150, 100)])
    func `timelines limit duplicate callbacks (O2)`(repetitions: Int, recorded: Int) async throws {
        let timeline = RequestTimeline()
        try await withRequestGroup(options: .observer(timeline)) { group in
            let request = group.enter("request")
            for _ in 0...repetitions { request?.leave() }
        }
        #expect(timeline.recording.groups[0].requests[0].duplicates.count == recorded)
    }
}
