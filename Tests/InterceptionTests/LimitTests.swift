import Dispatch
import Interception
import TestSupport
import Testing

@testable import GroupContext
@testable import InterceptionTestSupport

@Suite struct `A limit` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `no more requests are in flight than the limit allows (P4)`() async throws {
        try await withRequestGroup(options: .limit(3)) { group in
            let paths = (0..<10).map { "\($0)" }
            for path in paths { network.get(path) }
            #expect(client.started.entries == ["0", "1", "2"])
            for (index, path) in paths.enumerated() {
                try client.succeed(path)
                #expect(client.started.entries == Array(paths.prefix(index + 4)))
            }
            #expect(group.progress.finished == 10)
        }
    }

    @Test func `a limit of one is serial execution in the order of issue (P4)`() async throws {
        let answers = Journal<String>()
        try await withRequestGroup(options: .limit(1)) {
            for path in ["a", "b", "c"] {
                network.get(path, success: { _ in answers.append(path) })
            }
            for count in 1...3 {
                #expect(client.started.entries.count == count)
                try client.succeed(try #require(client.started.entries.last))
            }
        }
        #expect(answers.entries == ["a", "b", "c"])
    }

    @Test func `a request that is issued while an operation runs takes one permit (P4)`()
        async throws
    {
        let service = InterceptingClient(ManualClient())
        try await withRequestGroup(options: .limit(2)) { group in
            try await service.intercept("operation") {
                network.get("a")
                network.get("b")
                #expect(client.started.entries == ["a"])
                #expect(group.limiter?.inFlight == 2)
                try client.succeed("a")
                #expect(client.started.entries == ["a", "b"])
                try client.succeed("b")
                #expect(group.limiter?.inFlight == 1)
            }
            #expect(group.limiter?.inFlight == 0)
        }
    }

    @Test func `the next request starts after the callback before it has returned (P4)`()
        async throws
    {
        let seen = Journal<String>()
        try await withRequestGroup(options: .limit(1)) {
            network.get("a", success: { _ in seen.append("\(client.started.entries)") })
            network.get("b")
            try client.succeed("a")
            seen.append("\(client.started.entries)")
            try client.succeed("b")
        }
        #expect(seen.entries == [#"["a"]"#, #"["a", "b"]"#])
    }

    @Test func `waiting requests start by priority, then first in first out (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) {
            network.get("first")
            for (path, priority) in [
                ("low 1", RequestPriority.low), ("normal 1", .normal), ("high 1", .high),
                ("low 2", .low), ("high 2", .high), ("normal 2", .normal),
                ("above high", .init(rawValue: 11)),
            ] {
                network.get(path, priority: priority)
            }
            for count in 1...8 {
                #expect(client.started.entries.count == count)
                try client.succeed(try #require(client.started.entries.last))
            }
        }
        #expect(
            client.started.entries == [
                "first", "above high", "high 1", "high 2", "normal 1", "normal 2", "low 1", "low 2",
            ]
        )
    }

    @Test func `the priority of a group is that of its requests, at a limiter they share (P4)`()
        async throws
    {
        let shared = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        let gate = Journal<Void>()
        shared.get("first")
        for priority in [RequestPriority.low, .normal, .high] {
            withRequestGroup(options: .priority(priority)) {
                shared.get("\(priority.rawValue)")
                shared.get("\(priority.rawValue) but urgent", priority: .init(rawValue: 20))
            } completion: { _ in
                gate.append(())
            }
        }
        for count in 1...7 {
            #expect(client.started.entries.count == count)
            try client.succeed(try #require(client.started.entries.last))
        }
        _ = await gate.first(3)
        #expect(
            client.started.entries == [
                "first", "-10 but urgent", "0 but urgent", "10 but urgent", "10", "0", "-10",
            ]
        )
    }

    @Test func `the group stays open while requests wait (P4)`() async throws {
        let ends = Journal<Bool>()
        let queue = DispatchQueue(label: "completions")
        let group = withRequestGroup(options: .limit(1), queue: queue) {
            network.get("a")
            network.get("b")
        } completion: { _ in
            ends.append(true)
        }
        #expect(group.outstanding == ["GET a", "GET b"])
        try client.succeed("a")
        await drained(queue)
        #expect(ends.entries.isEmpty)
        #expect(group.outstanding == ["GET b"])
        try client.succeed("b")
        _ = await ends.first(1)
    }

    @Test func `a lost callback returns its permit (P4)`() async throws {
        try await withRequestGroup(options: .limit(1), .tolerant) {
            network.get("a")
            network.get("b")
            try client.lose("a")
            #expect(client.started.entries == ["a", "b"])
            try client.succeed("b")
        }
    }

    @Test func `a second answer returns no second permit (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) {
            for path in ["a", "b", "c"] { network.get(path) }
            let call = try client.take("a")
            call.succeed()
            call.succeed()
            #expect(client.started.entries == ["a", "b"])
            try client.succeed("b")
            try client.succeed("c")
        }
    }

    @Test func `a limit counts the group's own requests, not those of a nested group (P4)`()
        async throws
    {
        try await withRequestGroup(options: .limit(1)) {
            network.get("a")
            network.get("b")
            try await withRequestGroup("inner") {
                network.get("c")
                #expect(client.started.entries == ["a", "c"])
                try client.succeed("c")
            }
            try client.succeed("a")
            try client.succeed("b")
        }
    }

    @Test func `a method that returns a handle does not wait, but counts (P4)`() async throws {
        let handled = HandleClient()
        let wrapped = InterceptingClient(handled)
        try await withRequestGroup(options: .limit(1)) {
            _ = wrapped.load("a") { _ in }
            _ = wrapped.load("b") { _ in }
            #expect(handled.paths == ["a", "b"])
            network.get("c")
            #expect(client.started.entries.isEmpty)
            handled.answer("a")
            #expect(client.started.entries.isEmpty)
            handled.answer("b")
            #expect(client.started.entries == ["c"])
            try client.succeed("c")
        }
    }
}
