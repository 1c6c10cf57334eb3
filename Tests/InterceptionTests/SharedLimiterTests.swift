@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A limiter in the settings of a client` {
    let client = ManualClient()
    let limiter = RequestLimiter(limit: 2)
    var network: InterceptingClient<ManualClient> {
        InterceptingClient(client) { $0.limiter = limiter }
    }

    @Test func `a client's limiter counts across groups and outside any group (P4)`() async throws {
        let ends = Journal<String>()
        network.get("alone 1")
        for name in ["first", "second"] {
            withRequestGroup(name) {
                network.get("\(name) 1")
                network.get("\(name) 2")
            } completion: { _ in
                ends.append(name)
            }
        }
        network.get("alone 2", success: { ends.append($0) })
        #expect(limiter.inFlight == 2)
        #expect(limiter.waiting == 4)
        for count in 2..<6 {
            #expect(client.started.entries.count == count)
            try client.succeed(client.started.entries[count - 2])
        }
        try client.succeed("second 2")
        try client.succeed("alone 2", with: "alone")
        #expect(
            client.started.entries == [
                "alone 1", "first 1", "first 2", "second 1", "second 2", "alone 2",
            ]
        )
        #expect(limiter.inFlight == 0)
        #expect(limiter.waiting == 0)
        #expect(await ends.waitForFirst(3).sorted() == ["alone", "first", "second"])
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
