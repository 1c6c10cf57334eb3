import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Where a request starts that had to wait` {
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

    @Test func `P4: on the queue that the wrapper names`() async throws {
        let mark = QueueMark()
        let network = InterceptingClient(client, settings: .init { $0.queue = mark.queue })
        try await withRequestGroup(options: .serial) {
            get("a", through: network) { mark.isCurrent }
            get("b", through: network) { mark.isCurrent }
            try client.succeed("a")
            await client.started.contains("b")
            try client.succeed("b")
        }
        // Who need not wait is called where it was issued.
        #expect(places.entries == [false, true])
    }

    @Test @MainActor func `P4: on the main actor, if it was issued there`() async throws {
        let main = QueueMark(.main)
        let network = InterceptingClient(client)
        try await withRequestGroup(options: .serial) {
            get("a", through: network) { main.isCurrent }
            get("b", through: network) { main.isCurrent }
            let call = try client.take("a")
            DispatchQueue(label: "of the client").async { call.succeed() }
            await client.started.contains("b")
            try client.succeed("b")
        }
        #expect(places.entries == [true, true])
    }

    @Test func `P4: on the actor it was issued on`() async throws {
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
            try await withRequestGroup(options: .serial) {
                for path in ["a", "b"] {
                    InterceptingClient(client).intercept(path) { call in
                        self.preconditionIsolated()
                        self.count += 1
                        self.client.get(path, success: call.wrap(.success { _ in }), failure: nil)
                    }
                }
                let call = try client.take("a")
                DispatchQueue(label: "of the client").async { call.succeed() }
                await client.started.contains("b")
                try client.succeed("b")
            }
        }
    }

    @Test func `P4: else on the thread that freed the slot`() async throws {
        let mark = QueueMark()
        let network = InterceptingClient(client)
        let group = withRequestGroup(options: .serial) {
            get("a", through: network, isolation: nil) { mark.isCurrent }
            get("b", through: network, isolation: nil) { mark.isCurrent }
        } completion: { _ in
        }
        let call = try client.take("a")
        mark.queue.async { call.succeed() }
        await client.started.contains("b")
        #expect(places.entries == [false, true])
        try client.succeed("b")
        #expect(group.progress.finished == 2)
    }
}
