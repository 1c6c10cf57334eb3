import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Groups in groups, in callback form` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "completions")
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `the outer group does not complete before the inner one has (N2)`() async throws {
        let ends = Journal<String>()
        let outer = withRequestGroup("outer", queue: queue) {
            withRequestGroup("inner", queue: queue) {
                network.get("a")
            } completion: { _ in
                ends.append("inner")
            }
        } completion: { _ in
            ends.append("outer")
        }
        #expect(outer.outstanding == ["inner"])
        await drained(queue)
        #expect(ends.entries.isEmpty)
        try client.succeed("a")
        #expect(await ends.first(2) == ["inner", "outer"])
    }

    @Test func `a callback runs in the inner group, in which its request was issued`() async throws
    {
        let seen = Journal<String?>()
        try await withRequestGroup("outer") {
            try await withRequestGroup("inner") {
                network.get("a", success: { _ in seen.append(RequestGroup.current?.name) })
                // Answered on a thread that knows of no group, and in the outer one.
                OwnThread { try client.succeed("a") }
            }
            let inner = try await withRequestGroup("inner") { group in
                network.get("b", success: { _ in seen.append(RequestGroup.current?.name) })
                try RequestGroup.current?.parent?.run { try client.succeed("b") }
                return group
            }
            #expect(inner.progress.total == 1)
        }
        #expect(seen.entries == ["inner", "inner"])
    }

    @Test func `failures of the inner group are its own (N2)`() async throws {
        let ends = Journal<String>()
        withRequestGroup("outer", queue: queue) {
            withRequestGroup("inner", queue: queue) {
                network.get("a")
            } success: {
            } failure: { failures in
                ends.append("inner: \(failures.map(\.label))")
            }
        } success: {
            ends.append("outer: success")
        } failure: { _ in
            ends.append("outer: failure")
        }
        try client.fail("a")
        #expect(await ends.first(2) == [#"inner: ["GET a"]"#, "outer: success"])
    }

    @Test func `a request belongs to the innermost group only (N1)`() async throws {
        let gate = Gate()
        let outer = withRequestGroup("outer", queue: queue) {
            network.get("a")
            let inner = withRequestGroup("inner", queue: queue) {
                network.get("b")
            } completion: { _ in
            }
            #expect(inner.outstanding == ["GET b"])
        } completion: { _ in
            gate.open()
        }
        #expect(outer.outstanding == ["GET a", "inner"])
        #expect(outer.progress.total == 1)
        try client.succeed("a")
        try client.succeed("b")
        await gate.opened()
    }

    @Test func `cancelling the outer group cancels the inner, not the other way round (N3)`()
        async throws
    {
        let gate = Gate()
        let inners = Journal<RequestGroup>()
        let outer = withRequestGroup("outer", queue: queue) {
            for name in ["first", "second"] {
                inners.append(
                    withRequestGroup(name, queue: queue) {
                        network.get(name)
                    } completion: { _ in
                    }
                )
            }
        } completion: { _ in
            gate.open()
        }
        let (first, second) = (inners.entries[0], inners.entries[1])
        first.cancel()
        #expect(!outer.isCancelled)
        #expect(!second.isCancelled)
        outer.cancel()
        #expect(second.isCancelled)
        try client.fail("first")
        try client.fail("second")
        await gate.opened()
    }

    @Test func `no group waits for a detached group (N4)`() async throws {
        let ends = Journal<String>()
        withRequestGroup("outer", queue: queue) {
            let inner = withRequestGroup("inner", options: .detached, queue: queue) {
                network.get("a")
            } completion: { _ in
                ends.append("inner in \(RequestGroup.current?.name ?? "none")")
            }
            #expect(inner.parent == nil)
        } completion: { _ in
            ends.append("outer")
        }
        #expect(await ends.first(1) == ["outer"])
        try client.succeed("a")
        #expect(await ends.first(2) == ["outer", "inner in none"])
    }
}
