@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A limiter in the settings of a client` {
    let client = ManualClient()
    let limiter = RequestLimiter(limit: 2)
    var network: InterceptingClient<ManualClient> {
        InterceptingClient(client) { $0.limiter = limiter }
    }

    @Test func `a request needs a permit of its group and of its client (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) {
            network.get("a")
            network.get("b")
            withoutRequestGroup {
                network.get("other")
                network.get("next")
            }
            #expect(client.started.entries == ["a", "other"])
            try client.succeed("a")
            #expect(client.started.entries == ["a", "other", "next"])
            try client.succeed("other")
            #expect(client.started.entries == ["a", "other", "next", "b"])
            try client.succeed("b")
        }
        try client.succeed("next")
        #expect(limiter.inFlight == 0)
    }

    @Test func `a late request waits for a permit of its client's limiter (P4)`() async throws {
        let call = try await withRequestGroup {
            network.get("timer", success: { if $0 == "late" { network.get("late") } })
            let call = try client.take("timer")
            call.succeed()
            return call
        }
        network.get("a")
        network.get("b")
        call.succeed("late")
        #expect(client.started.entries == ["timer", "a", "b"])
        try client.succeed("b")
        #expect(client.started.entries == ["timer", "a", "b", "late"])
        try client.succeed("a")
        try client.lose("late")
        #expect(limiter.inFlight == 0)
    }
}
