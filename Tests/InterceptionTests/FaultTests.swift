@testable import InterceptionTestSupport

@Suite struct `Faulty clients and unusual uses of groups` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test
    func `a second answer after its group was released reaches the caller (M2)`() async throws {
        let answers = Journal<String>()
        weak var group: RequestGroup?
        var call: ManualCall?
        try await withRequestGroup { current in
            group = current
            network.get("a", success: answers.append)
            call = try client.take("a")
            call?.succeed("1")
        }
        for _ in 0..<100 {
            try await withRequestGroup {
                network.get("b")
                try client.succeed("b")
            }
        }
        call?.succeed("2")
        #expect(answers.entries == ["1", "2"])
        call = nil
        #expect(group == nil)
    }

    @Test
    func `a request stays in its group while its client retains a callback (M3)`() async throws {
        let failures = try await failuresOfGroup { group in
            network.get("a")
            var call: ManualCall? = try client.take("a")
            var failure = call?.failure
            call = nil
            #expect(group.outstanding == ["GET a"])
            withExtendedLifetime(failure) {}
            failure = nil
            #expect(group.outstanding.isEmpty)
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }
}
