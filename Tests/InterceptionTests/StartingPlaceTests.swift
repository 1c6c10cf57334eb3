@testable import InterceptionTestSupport

@Suite struct `The place where a delayed request starts` {
    let client = ManualClient()
    let places = Journal<Bool>()

    private func get(
        _ path: String,
        through network: InterceptingClient<ManualClient>,
        isolation: (any Actor)? = #isolation,
        noting isThere: @escaping @Sendable () -> Bool
    ) {
        network.intercept(path, isolation: isolation) { call in
            places.append(isThere())
            client.get(path, success: call.wrap(.success { _ in }), failure: nil)
        }
    }

    @Test(arguments: [nil, 2])
    func `a delayed request starts on the queue of its client's settings (P4)`(
        limitOfClient: Int?
    ) async throws {
        let mark = QueueMark()
        let network = InterceptingClient(client) {
            $0.queue = mark.queue
            $0.limiter = limitOfClient.map { RequestLimiter(limit: $0) }
        }
        try await withRequestGroup(options: .limit(1)) {
            get("a", through: network) { mark.isCurrent }
            get("b", through: network) { mark.isCurrent }
            try client.succeed("a")
            await client.started.waitFor("b")
            try client.succeed("b")
        }
        // A request that does not wait starts where it was issued.
        #expect(places.entries == [false, true])
    }

    @Test
    func `a delayed request starts on its actor, not on the client's queue (P4)`() async throws {
        let place = Place(client: client)
        try await place.run()
        #expect(await place.count == 2)
    }

    private actor Place {
        let client: ManualClient
        var count = 0

        init(client: ManualClient) {
            self.client = client
        }

        func run() async throws {
            let elsewhere = InterceptionSettings { $0.queue = DispatchQueue(label: "elsewhere") }
            let network = InterceptingClient(client, settings: elsewhere)
            try await withRequestGroup(options: .limit(1)) {
                for path in ["a", "b"] {
                    network.intercept(path) { call in
                        self.preconditionIsolated()
                        self.count += 1
                        self.client.get(path, success: call.wrap(.success { _ in }), failure: nil)
                    }
                }
                let call = try client.take("a")
                DispatchQueue(label: "of the client").async { call.succeed() }
                await client.started.waitFor("b")
                try client.succeed("b")
            }
        }
    }

    @Test
    func `a request without actor and queue starts where its permit was freed (P4)`() async throws {
        let mark = QueueMark()
        let network = InterceptingClient(client)
        let group = withRequestGroup(options: .limit(1)) {
            get("a", through: network, isolation: nil) { mark.isCurrent }
            get("b", through: network, isolation: nil) { mark.isCurrent }
        } completion: { _ in
        }
        let call = try client.take("a")
        mark.queue.async { call.succeed() }
        await client.started.waitFor("b")
        #expect(places.entries == [false, true])
        try client.succeed("b")
        #expect(group.progress.finished == 2)
    }
}
