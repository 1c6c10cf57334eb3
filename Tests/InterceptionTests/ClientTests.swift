@testable import InterceptionTestSupport

@Suite struct `Kinds of intercepting clients` {
    @Test func `a wrapper can forward a property of its client (I4)`() {
        let client = ManualClient()
        let network = InterceptingClient(client)
        #expect(network.title == "manual")
        network.title = "changed"
        #expect(client.title == "changed")
        #expect(network.base === client)
    }

    @Test func `a wrapper of a Sendable client is Sendable`() async {
        func require(_: some Sendable) {}
        let client = ManualClient()
        let network = InterceptingClient(client)
        require(network)
        #expect(await Task.detached { network.base === client }.value)
    }

    @Test
    @MainActor func `a main-actor client starts its requests on the main actor`() async throws {
        let service = MainService()
        try await withRequestGroup { group in
            service.load { service.count += 1 }
            #expect(group.outstanding == ["load"])
            try service.client.succeed("load")
        }
        #expect(service.count == 2)
    }
}

extension InterceptingClient<ManualClient> {
    fileprivate var title: String {
        get { base.title }
        nonmutating set { base.title = newValue }
    }
}

@MainActor private final class MainService: RequestIntercepting {
    let client = ManualClient()
    var count = 0

    func load(then completion: @escaping @MainActor () -> Void) {
        intercept("load", .success(onMain: completion)) { completion in
            self.count += 1
            self.client.get(
                "load",
                success: { _ in MainActor.assumeIsolated { completion() } },
                failure: nil
            )
        }
    }
}
