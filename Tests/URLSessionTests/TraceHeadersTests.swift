@testable import Interception
@testable import InterceptionTestSupport

private enum App { @TaskLocal static var parent: TraceParent? }

private let known = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

@Suite(.timeLimit(.ordinary)) struct `Trace headers` {
    let stubs = RequestStubs(answering: .data(status: 200))
    let timeline = RequestTimeline()

    private func session(
        _ headers: TraceHeaders,
        before adapters: [PipelineAdapter] = []
    ) -> InterceptingClient<URLSession> {
        InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(
                adapters: adapters + [headers.adapter],
                stubs: stubs,
                observers: [timeline]
            )
        )
    }

    private var sent: [TraceParent?] {
        stubs.requests.map { request in
            request.value(forHTTPHeaderField: "traceparent").flatMap { TraceParent($0) }
        }
    }

    @Test func `a request's header, observers and timeline show one identity (O4)`() async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        let log = EventRecorder()
        try await withRequestGroup("page", options: .observer(timeline), .observer(log)) { group in
            _ = try await session.data(from: try #require(URL(string: "https://api.test/a")))
            let last = try request("https://api.test/c")
            session.dataTask(with: try request("https://api.test/b")) { _, _, _ in
                session.dataTask(with: last) { _, _, _ in }.resume()
            }.resume()
            #expect(group.traceID == sent.first??.traceID)
        }
        let spans = timeline.recording.groups.flatMap(\.requests).map(\.id)
        #expect(Set(sent.map { $0?.spanID }) == Set(spans))
        #expect(Set(spans).count == 3)
        #expect(sent.allSatisfy { $0?.isSampled == true })
        #expect(Set(log.events.compactMap(\.requestID)) == Set(spans))
        let issuer = log.events.first { $0.label == "GET api.test/b" }?.requestID
        #expect(Set(log.events.map(\.issuerID)) == [nil, issuer])
        #expect(Set(timeline.recording.exchanges.keys) == Set(spans))
    }

    @Test(arguments: [true, false])
    func `a request to an unlisted host loses all trace fields (O4)`(isInGroup: Bool) throws {
        let headers = TraceHeaders(
            hosts: ["api.test"],
            parent: { _ in TraceParent(known, state: "a=1") },
            baggage: { _ in "user=1" }
        )
        let group = isInGroup ? RequestGroup(opening: "page", options: []) : nil
        defer { group?.close(bodyThrew: false) }
        func identity() -> RequestIdentity { RequestIdentity(of: RequestMetadata(), in: group) }
        var copy = try request("https://api.test/a")
        headers.add(to: &copy, of: identity())
        #expect(copy.allHTTPHeaderFields?.count == 3)
        copy.url = URL(string: "https://evil.test/a")
        var own = try request("https://evil.test/a")
        for (name, value) in [("TraceParent", known), ("TRACESTATE", "a=1"), ("Baggage", "a=1")] {
            own.setValue(value, forHTTPHeaderField: name)
        }
        for var foreign in [copy, own] {
            foreign.setValue("kept", forHTTPHeaderField: "X-Other")
            headers.add(to: &foreign, of: identity())
            #expect(foreign.allHTTPHeaderFields == ["X-Other": "kept"])
        }
    }

    @Test func `RequestIdentity.current is the request that a client performs (O4)`() async throws {
        let (headers, found) = (TraceHeaders(hosts: ["api.test"]), Journal<SpanID?>())
        let client = ManualClient { call in
            var request = URLRequest(url: URL(fileURLWithPath: "/"))
            request.url = URL(string: "https://api.test/\(call.path)")
            headers.add(to: &request, of: .current)
            let header = request.value(forHTTPHeaderField: "traceparent")
            found.append(header.flatMap { TraceParent($0)?.spanID })
            call.succeed()
        }
        let network = InterceptingClient(client)
        #expect(RequestIdentity.current == nil)
        try await withRequestGroup(options: .observer(timeline)) {
            #expect(RequestIdentity.current == nil)
            network.get(
                "a",
                success: { _ in
                    #expect(RequestIdentity.current == nil)
                    network.get("b")
                }
            )
        }
        let spans = timeline.recording.groups.flatMap(\.requests).map(\.id)
        #expect(found.entries == spans)
        #expect(spans.count == 2)
    }

    @Test func `a request with a traceparent header is a child of that span (O4)`() async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        let parent = try #require(TraceParent(known))
        try await withRequestGroup(options: .observer(timeline)) {
            _ = try await session.data(
                for: try request("https://api.test/a", headers: ["traceparent": known])
            )
            // A retry copies the request that was sent.
            let again = try #require(stubs.requests.first)
            _ = try await session.data(for: again)
            _ = try await session.data(for: try #require(stubs.requests.last))
        }
        #expect(sent.count == 3)
        #expect(sent.allSatisfy { $0?.traceID == parent.traceID })
        let spans = sent.compactMap { $0?.spanID }
        #expect(Set(spans + [parent.spanID]).count == 4)
        let requests = timeline.recording.groups[0].requests
        #expect(requests.map(\.id) == spans)
        #expect(requests.map(\.traceParent?.spanID) == [parent.spanID, spans[0], spans[1]])
    }

    @Test(arguments: [
        nil, "", "garbage", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    ])
    func `a request with no valid parent has its group's trace (O4)`(header: String?) async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        var request = try request("https://api.test/a", headers: ["tracestate": "a=1"])
        request.setValue(header, forHTTPHeaderField: "traceparent")
        try await withRequestGroup(options: .observer(timeline)) { [request] group in
            _ = try await session.data(for: request)
            #expect(sent.map { $0?.traceID } == [group.traceID])
        }
        // The trace state is dropped, because it belongs to an invalid parent.
        #expect(stubs.requests.first?.value(forHTTPHeaderField: "tracestate") == nil)
    }

    @Test func `a trace parent is sent with its trace state and baggage (O4)`() async throws {
        let parent = try #require(TraceParent(known, state: "congo=t61"))
        let headers = TraceHeaders(
            hosts: ["api.test"],
            parent: { _ in App.parent },
            baggage: { request in request.url?.path == "/b" ? "a=1\r\nX: y" : "user=1" }
        )
        let session = session(headers)
        try await withRequestGroup(options: .observer(timeline)) {
            try await App.$parent.withValue(parent) {
                _ = try await session.data(for: try request("https://api.test/a"))
                _ = try await session.data(for: try request("https://api.test/b"))
            }
            _ = try await session.data(for: try request("https://api.test/c"))
        }
        let fields = { (name: String) in stubs.requests.map { $0.value(forHTTPHeaderField: name) } }
        #expect(sent.map { $0?.traceID == parent.traceID } == [true, true, false])
        #expect(fields("tracestate") == ["congo=t61", "congo=t61", nil])
        #expect(fields("baggage") == ["user=1", nil, "user=1"])
        // A group can have the parent, too.
        try await withRequestGroup(options: .observer(timeline), .traceParent(parent)) {
            _ = try await session.data(for: try request("https://api.test/d"))
        }
        #expect(sent.last??.traceID == parent.traceID)
        #expect(fields("tracestate").last == "congo=t61")
    }

    @Test func `outside any group only the app's trace parent is sent (O4)`() async throws {
        let session = session(TraceHeaders(hosts: ["api.test"], parent: { _ in App.parent }))
        _ = try await session.data(for: try request("https://api.test/a"))
        try await App.$parent.withValue(TraceParent(known)) {
            _ = try await session.data(for: try request("https://api.test/b"))
        }
        _ = try await session.data(
            for: try request("https://api.test/c", headers: ["traceparent": known])
        )
        let headers = stubs.requests.map { $0.value(forHTTPHeaderField: "traceparent") }
        #expect(headers == [nil, known, known])
    }

    @Test(arguments: [true, false])
    func `a remote parent decides whether a group is sampled (O4)`(isSampled: Bool) async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        let parents = try (isSampled ? ["0", "1"] : ["1", "0"])
            .map { try #require(TraceParent(known.dropLast() + $0)) }
        let observer: RequestGroupOption = isSampled ? [] : .observer(timeline)
        try await withRequestGroup(options: .traceParent(parents[0])) {
            try await withRequestGroup(options: .traceParent(parents[1]), observer) {
                _ = try await session.data(for: try request("https://api.test/a"))
            }
        }
        #expect(sent.map { $0?.isSampled } == [isSampled])
    }

    @Test func `headers of a group without observers are marked not sampled (O4)`() async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        try await withRequestGroup {
            _ = try await session.data(for: try request("https://api.test/a"))
        }
        #expect(sent.map { $0?.isSampled } == [false])
    }

    @Test func `each request of a plan, a batch and a chain has its own span (O4)`() async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        try await withRequestGroup("page", options: .observer(timeline)) {
            _ = try await session.perform(try request("https://api.test/a"))
            _ = await session.batch(
                [try request("https://api.test/b"), try request("https://api.test/c")],
                name: "batch"
            ).results()
            let start = try request("https://api.test/d")
            let rest = try request("https://api.test/e")
            let chain = RequestPlan.chain(start) { response in
                response.response.url?.path == "/d" ? rest : nil
            }
            _ = try await session.perform(chain)
        }
        let recording = timeline.recording
        // The group of a batch has the same span as the request of the batch.
        let batch = try #require(recording.groups.first { $0.name == "batch" })
        #expect(batch.id == batch.request.flatMap { recording[$0]?.id })
        let replaced = Set(recording.groups.compactMap(\.request))
        let requests = recording.groups.flatMap(\.requests).filter { !replaced.contains($0.id) }
        #expect(sent.count == 5)
        #expect(Set(requests.map(\.id)) == Set(sent.compactMap { $0?.spanID }))
        #expect(Set(sent.map { $0?.traceID }) == [recording.groups[0].traceID])
    }

    @Test(arguments: [true, false])
    func `a plan and its sender's request have one span (O4)`(isObserved: Bool) async throws {
        let session = session(TraceHeaders(hosts: ["api.test"]))
        let relay = ClosureSender { session.send($0, completion: $1) }
        let options = isObserved ? [RequestGroupOption.observer(timeline)] : []
        let group = try await completedGroup(options: RequestGroupOption(options)) { _ in
            _ = try await relay.perform(try request("https://api.test/a"))
            // Outside a plan the session intercepts the request itself.
            let ended = Gate()
            _ = relay.send(try request("https://api.test/b")) { _ in ended.open() }
            await ended.waitUntilOpen()
        }
        #expect(sent.map { $0?.traceID } == [group.traceID, group.traceID])
        let recorded = timeline.recording.groups.first?.requests.map(\.id)
        if isObserved { #expect(sent.compactMap { $0?.spanID } == recorded) }
    }

    @Test func `adapters and headers of a delayed request get its span (O4)`() async throws {
        let token = PipelineAdapter.atStart { request, identity in
            var request = request
            request.setValue("\(identity.id)", forHTTPHeaderField: "X-ID")
            return request
        }
        let session = session(TraceHeaders(hosts: ["api.test"]), before: [token])
        try await withRequestGroup(options: .observer(timeline), .limit(1)) {
            for path in ["a", "b", "c"] {
                session.dataTask(with: try request("https://api.test/\(path)")) { _, _, _ in }
                    .resume()
            }
            session.send(try request("https://api.test/d")) { _ in }
        }
        let spans = timeline.recording.groups[0].requests.map(\.id)
        #expect(sent.map { $0?.spanID } == spans)
        let identifiers = stubs.requests.map { $0.value(forHTTPHeaderField: "X-ID") }
        #expect(identifiers == spans.map { "\($0)" })
    }

    @Test func `an adapter's request has the identity of the adapted request (O4)`() async throws {
        let found = Journal<SpanID?>()
        let own = Locked<InterceptingClient<URLSession>?>(nil)
        let adapter = PipelineAdapter.atStart { request, identity in
            found.append(identity.id)
            found.append(RequestIdentity.current?.id)
            if let next = ["/a": "/token", "/token": "/key"][request.url?.path ?? ""],
                let url = URL(string: "https://api.test\(next)")
            {
                _ = try await own.withLock { $0 }?.data(from: url)
            }
            return request
        }
        let pipeline = RequestPipeline(adapters: [adapter], stubs: stubs)
        own.withLock { $0 = InterceptingClient(URLSession.shared, pipeline: pipeline) }
        let events = EventRecorder()
        try await withRequestGroup(options: .observer(events)) {
            let url = try #require(URL(string: "https://api.test/a"))
            _ = try await own.withLock { $0 }?.data(from: url)
        }
        own.withLock { $0 = nil }
        let request = try #require(events.events.compactMap(\.requestID).first)
        #expect(found.entries.count == 6)
        #expect(Set(found.entries) == [request])
    }
}
