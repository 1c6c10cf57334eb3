@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Issuers of requests and groups` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    /// The requests and groups that were issued, each after its issuer.
    private var issued: [String] {
        recorder.events.compactMap { event in
            guard event.kind == .entered || event.kind == .opened else { return nil }
            let subject = event.label ?? event.groupName
            return event.issuer.map { "\($0.label) → \(subject)" } ?? subject
        }
    }

    @Test func `the issuer in a subrequest's callback is the outer request (O2)`() async throws {
        let other = InterceptingClient(ManualClient { $0.succeed() })
        try await withRequestGroup("page", options: .observer(recorder)) {
            other.get("first")
            network.intercept("outer", .success {}) { success in
                let next: (String) -> Void = { _ in
                    other.get("next")
                    success()
                }
                network.get("inner", success: next)
            }
            try client.succeed("inner")
        }
        #expect(issued == ["page", "GET first", "outer", "outer → GET next"])
        #expect(recorder.events.compactMap(\.issuer?.index) == [1, 1])
    }

    @Test func `the issuer in progress and finally callbacks is their request (O2)`() async throws {
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.intercept(
                "upload",
                .progress { network.get("part \($0 as Int)") },
                .success { network.get("success") },
                .finally { network.get("after") }
            ) { progress, success, finally in
                progress(1)
                progress(2)
                success()
                finally()
            }
            for path in ["part 1", "part 2", "success", "after"] { try client.succeed(path) }
        }
        let expected = [
            "page", "upload", "upload → GET part 1", "upload → GET part 2",
            "upload → GET success", "upload → GET after",
        ]
        #expect(issued == expected)
    }

    @Test func `a delayed request keeps its issuer (O2, S6)`() async throws {
        // The outer client issues a request of the inner client for each request that it receives.
        let inner = ManualClient { $0.succeed() }
        let outer = ManualClient { call in
            InterceptingClient(inner).get("for \(call.path)")
            call.succeed()
        }
        let held = Locked<[() -> Void]>([])
        try await withRequestGroup("page", options: .limit(1), .observer(recorder)) {
            network.intercept("first", .success { InterceptingClient(outer).get("second") }) {
                nonisolated(unsafe) let answer = $0
                held.withLock { $0.append(answer) }
            }
            InterceptingClient(outer).get("third")
            for answer in held.withLock({ $0 }) { answer() }
            held.withLock { $0 = [] }
        }
        #expect(Array(issued.prefix(4)) == ["page", "first", "GET third", "first → GET second"])
        #expect(Set(issued.dropFirst(4)) == ["GET for third", "first → GET for second"])
    }

    @Test func `a batch has an issuer, and is the issuer in its completion (O2)`() async throws {
        let sender = PathSender(client: client)
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.get(
                "a",
                success: { _ in
                    let requests = [URLRequest(path: "b")]
                    sender.batch(requests, name: "batch", queue: .global()) { [network] _ in
                        network.get("c")
                    }
                }
            )
            try client.succeed("a")
            try client.succeed("b")
            await client.started.waitFor("c")
            try client.succeed("c")
        }
        let aroundBatch = issued.filter { $0.contains("batch") }
        #expect(aroundBatch == ["GET a → batch", "GET a → batch", "batch → GET c"])
    }
}
