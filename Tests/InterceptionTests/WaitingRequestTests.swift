@testable import GroupContext
@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Requests that wait for a permit` {
    private let client = ManualClient()
    private var network: InterceptingClient<ManualClient> { InterceptingClient(client) }
    private var sender: PathSender { PathSender(client: client) }
    private let requests = ["a", "b"].map(URLRequest.init(path:))

    @TaskLocal private static var isCancelling = false
    let limiter = RequestLimiter(limit: 2)
    /// The client with this limiter in its settings.
    var limited: InterceptingClient<ManualClient> {
        InterceptingClient(client) { $0.limiter = limiter }
    }

    @Test func `a cancelling thread notifies observers after cancel handlers (P2)`() async throws {
        let order = Journal<String>()
        let observer = Reactor { event in
            // A worker thread, which issues the requests of the batch, may notify the observer, too.
            if event.label == "failing", Self.isCancelling { order.append("observer") }
        }
        _ = try? await withRequestGroup(options: .limit(2), .failFast, .observer(observer)) {
            group in
            let (failing, running) = (group.enter("failing"), group.enter("running"))
            running?.onCancel { order.append("cancel handler") }
            let batch = sender.batch(requests)
            #expect(group.limiter?.waiting == 1)
            Self.$isCancelling.withValue(true) { failing?.leave(throwing: ClientError("no")) }
            running?.leave(throwing: CancellationError())
            _ = await batch.results()
        }
        #expect(order.entries.first == "cancel handler")
    }

    @Test func `a batch that is cancelled while it waits reports no start (O2)`() async throws {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .limit(1), .tolerant, .observer(recorder)) { group in
            let running = group.enter("running")
            let batch = sender.batch(requests)
            batch.cancel()
            _ = await batch.results()
            running?.leave()
        }
        #expect(recorder.events.contains { $0.kind == .waiting })
        #expect(!recorder.events.contains { $0.kind == .started })
    }

    @Test func `an observer's request waits behind the observed request (P4)`() async throws {
        let waiting = Journal<Int?>()
        let observer = Reactor { [network] event in
            guard event.kind == .waiting, event.label == "GET a" else { return }
            waiting.append(event.group?.limiter?.waiting)
            event.group?.run { network.get("b") }
        }
        try await withRequestGroup(options: .limit(1), .observer(observer)) {
            for path in ["running", "a"] { network.get(path) }
            for path in ["running", "a", "b"] {
                await client.started.waitFor(path)
                try client.succeed(path)
            }
        }
        #expect(waiting.entries == [1])
        #expect(client.started.entries == ["running", "a", "b"])
    }

    @Test func `a rejected request gets no permit before its callback has run (P4)`() async throws {
        let (queue, never) = (DispatchQueue(label: "blocked"), ManualClient())
        let blocked = InterceptingClient(never) { ($0.limiter, $0.queue) = (limiter, queue) }
        queue.suspend()
        defer { queue.resume() }
        for path in ["a", "b"] { limited.get(path) }
        let group = withRequestGroup("page", queue: queue) {
            for path in ["c", "d"] { blocked.get(path) }
        } completion: { (_: Result<Void, any Error>) in
        }
        limited.get("next")
        group.cancel()
        try #require(limiter.waiting == 1)
        try client.succeed("a")
        await client.started.waitFor("next")
        for path in ["b", "next"] { try client.succeed(path) }
        #expect(limiter.inFlight == 0)
        #expect(never.started.entries.isEmpty)
    }

    /// A client whose settings belong to the caller's actor.
    private final class Client: RequestIntercepting, Sendable {
        let reads = Journal<Bool>()

        var interceptionSettings: InterceptionSettings {
            reads.append(`Requests that wait for a permit`.isCancelling)
            return InterceptionSettings()
        }
    }

    @Test func `cancelling a group reads no settings of a client that waits (P2)`() async throws {
        let client = Client()
        try await withRequestGroup(options: .limit(1), .tolerant) { group in
            let running = group.enter("running")
            async let reply: Int? = try? await client.awaitReply("reply") { _ in }
            await yieldWhile { group.limiter?.waiting != 1 }
            Self.$isCancelling.withValue(true) { group.cancel() }
            running?.leave()
            _ = await reply
        }
        #expect(!client.reads.entries.contains(true))
    }

    @Test func `requests in a completed group need permits of its parent (C5, P4)`() async throws {
        let group = try await completedGroup("outer", options: .limit(2)) { outer in
            let completed = try await withRequestGroup("inner", options: .mayBeEmpty) { $0 }
            let membership = completed.enter("by hand")
            #expect(membership?.group === outer)
            completed.run { for path in ["a", "b"] { network.get(path) } }
            #expect(client.started.entries == ["a"])
            membership?.leave()
            #expect(client.started.entries == ["a", "b"])
            for path in ["a", "b"] { try client.succeed(path) }
        }
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
    }

    @Test(arguments: [true, false])
    func `a delayed ungrouped request starts in no group (S1, P4)`(isLate: Bool) async throws {
        let network = InterceptingClient(client) { $0.limiter = RequestLimiter(limit: 1) }
        let groups = Journal<String>()
        let completed = try await completedGroup("completed") { _ in }
        let issue = {
            network.intercept("b") { _ in groups.append(RequestGroup.current?.name ?? "none") }
        }
        try await withRequestGroup("page") {
            network.get("a")
            if isLate { completed.run(issue) } else { withoutRequestGroup(issue) }
            try client.succeed("a")
        }
        #expect(groups.entries == ["none"])
    }

    @Test func `observers see a request leave before its permit is used again (O2)`() async throws {
        let started = Journal<[String]>()
        let observer = Reactor { [client] event in
            if event.kind == .left { started.append(client.started.entries) }
        }
        try await withRequestGroup(options: .tolerant, .observer(observer)) {
            for path in ["a", "b"] { limited.get(path) }
            withoutRequestGroup { limited.get("other") }
            // A lost request leaves on the slow path.
            _ = client.takeAll("a")
            try client.succeed("b")
        }
        #expect(started.entries == [["a", "b"], ["a", "b", "other"]])
        try client.succeed("other")
    }
}
