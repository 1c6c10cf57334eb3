@testable import InterceptionTestSupport

@Suite struct `A client of the main actor` {
    @Test @MainActor func `a main-actor client starts on the main actor`() async throws {
        let service = MainService()
        try await withRequestGroup { group in
            service.load { service.count += 1 }
            #expect(group.outstanding == ["load"])
            try service.client.succeed("load")
        }
        #expect(service.count == 2)
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
