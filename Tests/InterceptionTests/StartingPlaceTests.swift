import Dispatch
import Interception
import TestSupport
import Testing

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

    @Test func `a delayed request starts on the queue of the wrapper's settings (P4)`() async throws
    {
        let mark = QueueMark()
        let network = InterceptingClient(client, settings: .init { $0.queue = mark.queue })
        try await withRequestGroup(options: .limit(1)) {
            get("a", through: network) { mark.isCurrent }
            get("b", through: network) { mark.isCurrent }
            try client.succeed("a")
            await client.started.contains("b")
            try client.succeed("b")
        }
        // Who need not wait is called where it was issued.
        #expect(places.entries == [false, true])
    }

    @Test @MainActor func `a request issued on the main actor starts there (P4)`() async throws {
        let main = QueueMark(.main)
        let network = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1)) {
            get("a", through: network) { main.isCurrent }
            get("b", through: network) { main.isCurrent }
            let call = try client.take("a")
            DispatchQueue(label: "of the client").async { call.succeed() }
            await client.started.contains("b")
            try client.succeed("b")
        }
        #expect(places.entries == [true, true])
    }

    @Test func `a request issued on an actor starts on that actor (P4)`() async throws {
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
            try await withRequestGroup(options: .limit(1)) {
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

    @Test func `a delayed request starts on the thread that returned the permit by default (P4)`()
        async throws
    {
        let mark = QueueMark()
        let network = InterceptingClient(client)
        let group = withRequestGroup(options: .limit(1)) {
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
