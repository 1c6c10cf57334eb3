import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The group that callbacks run in` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `a request issued from a callback joins the group of the request it answers (S2)`()
        async throws
    {
        try await withRequestGroup { group in
            network.get("a", success: { _ in network.get("b") })
            try client.succeed("a")
            #expect(group.outstanding == ["GET b"])
            try client.succeed("b")
            #expect(group.progress == GroupProgress(finished: 2, total: 2))
        }
    }

    @Test func `the follow-up enters before the request it follows has left (S2)`() async throws {
        let seen = Journal<[String]>()
        try await withRequestGroup { group in
            network.get(
                "a",
                success: { _ in
                    network.get("b")
                    seen.append(group.outstanding)
                }
            )
            try client.succeed("a")
            try client.succeed("b")
        }
        #expect(seen.entries == [["GET a", "GET b"]])
    }

    @Test func `a chain of a thousand callbacks is one group to the end (S2)`() async throws {
        let ends = Journal<Bool>()
        let group = withRequestGroup {
            follow(1_000)
        } completion: { result in
            ends.append((try? result.get()) != nil)
        }
        for step in (1...1_000).reversed() {
            #expect(ends.entries.isEmpty)
            try client.succeed("\(step)")
        }
        #expect(await ends.first(1) == [true])
        #expect(group.progress.finished == 1_000)
    }

    private func follow(_ count: Int) {
        guard count > 0 else { return }
        network.get("\(count)", success: { _ in follow(count - 1) })
    }

    @Test(arguments: [true, false])
    func `both callbacks run in the group on a thread without task-locals (S2)`(
        succeeds: Bool
    ) async throws {
        let groups = Journal<RequestGroup?>()
        let group = withRequestGroup {
            network.get(
                "a",
                success: { _ in groups.append(.current) },
                failure: { _ in groups.append(.current) }
            )
        } completion: { _ in
        }
        let call = try client.take("a")
        DispatchQueue(label: "of the client").async {
            groups.append(.current)
            if succeeds { call.succeed() } else { call.fail() }
            groups.append(.current)
        }
        let seen = await groups.first(3)
        #expect(seen[0] == nil)
        #expect(seen[1] === group)
        #expect(seen[2] == nil)
    }

    @Test func `a callback that is called inside another group still runs in its own (S2)`()
        async throws
    {
        let names = Journal<String?>()
        try await withRequestGroup("first") {
            network.get("a", success: { _ in names.append(RequestGroup.current?.name) })
            try await withRequestGroup("second", options: .detached) {
                try client.succeed("a")
                names.append(RequestGroup.current?.name)
            }
        }
        #expect(names.entries == ["first", "second"])
    }

    @Test func `outside any group nil callbacks stay nil (S5)`() throws {
        network.get("a")
        let call = try client.take("a")
        #expect(call.success == nil)
        #expect(call.failure == nil)
    }

    @Test func `outside any group a callback gets no context of its own (S5)`() async throws {
        let names = Journal<String?>()
        network.get("a", success: { _ in names.append(RequestGroup.current?.name) })
        try await withRequestGroup("of the caller") { group in
            try client.succeed("a")
            #expect(group.progress.total == 0)
        }
        #expect(names.entries == ["of the caller"])
    }

    @Test func `a request issued in withoutRequestGroup is in no group (S4)`() async throws {
        try await withRequestGroup { group in
            withoutRequestGroup { network.get("ping") }
            #expect(group.progress.total == 0)
            let call = try client.take("ping")
            #expect(call.success == nil)
        }
    }

    @Test func `the group is looked up when a request is issued, not when the client is made (S6)`()
        async throws
    {
        let outside = InterceptingClient(client)
        let made = try await withRequestGroup("maker") { group in
            outside.get("a")
            #expect(group.outstanding == ["GET a"])
            try client.succeed("a")
            return InterceptingClient(client)
        }
        try await withRequestGroup("user") { group in
            made.get("b")
            #expect(group.outstanding == ["GET b"])
            try client.succeed("b")
        }
    }

    @Test func `a request that waited starts in the group it was issued in (S6)`() async throws {
        let limited = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        let seen = Journal<String?>()
        try await withRequestGroup("first") {
            limited.get("a")
            try await withRequestGroup("second") {
                limited.intercept("b") { call in
                    seen.append(RequestGroup.current?.name)
                    client.get("b", success: call.wrap(.success { _ in }), failure: nil)
                }
                try withoutRequestGroup { try client.succeed("a") }
                try client.succeed("b")
            }
        }
        #expect(seen.entries == ["second"])
    }

    @Test
    func `an ungrouped request does not start in the group that returned the permit (S6)`()
        async throws
    {
        let limited = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        let seen = Journal<String?>()
        limited.get("a")
        limited.intercept("b") { call in
            seen.append(RequestGroup.current?.name)
            client.get("b", success: call.wrap(.success { _ in }), failure: nil)
        }
        try await withRequestGroup("other") { try client.succeed("a") }
        try client.succeed("b")
        #expect(seen.entries == [nil])
    }
}
