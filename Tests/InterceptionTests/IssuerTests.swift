import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Issuers in the timeline` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    /// Each request or group that was issued, after who issued it.
    private var issued: [String] {
        recorder.events.compactMap { event in
            guard event.kind == .entered || event.kind == .opened else { return nil }
            let subject = event.label ?? event.groupName
            return event.issuer.map { "\($0.label) → \(subject)" } ?? subject
        }
    }

    @Test func `a chain of callbacks (O2)`() async throws {
        try await withRequestGroup("page", options: .tolerant, .observer(recorder)) {
            network.get("a", success: { _ in network.get("b", failure: { _ in network.get("c") }) })
            network.get("d")
            try client.succeed("a")
            try client.fail("b")
            try client.succeed("c")
            try client.succeed("d")
        }
        #expect(issued == ["page", "GET a", "GET d", "GET a → GET b", "GET b → GET c"])
    }

    @Test func `a request that its client answers before its method has returned (O2)`()
        async throws
    {
        let network = InterceptingClient(ManualClient { $0.succeed() })
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.get("a", success: { _ in network.get("b", success: { _ in network.get("c") }) })
            network.get("d")
        }
        #expect(issued == ["page", "GET a", "GET a → GET b", "GET b → GET c", "GET d"])
    }

    @Test func `progress and finally callbacks issue as their request (O2)`() async throws {
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.intercept(
                "upload",
                .progress { network.get("part \($0 as Int)") },
                .success { network.get("success") },
                .finally { network.get("after") }
            ) { progress, success, finally in
                progress(1)
                progress(2)
                success()
                finally()
            }
            for path in ["part 1", "part 2", "success", "after"] { try client.succeed(path) }
        }
        #expect(
            issued == [
                "page", "upload", "upload → GET part 1", "upload → GET part 2",
                "upload → GET success", "upload → GET after",
            ]
        )
    }

    @Test func `callbacks of a request that is started later than it was created (O2)`()
        async throws
    {
        try await withRequestGroup("page", options: .observer(recorder)) {
            let prepared = network.prepare(
                "prepared",
                start: { (handle: SharedCallbacks) in
                    handle.progress()
                    handle.success()
                },
                cancel: { _ in }
            ) { call in
                let progress = call.wrap(
                    .progress { @Sendable [network] (_: Int) in network.get("progress") }
                )
                let success = call.wrap(.success { @Sendable [network] in network.get("success") })
                return SharedCallbacks(progress: { progress(1) }, success: success)
            }
            prepared.start()
            try client.succeed("progress")
            try client.succeed("success")
        }
        #expect(
            issued == ["page", "prepared", "prepared → GET progress", "prepared → GET success"]
        )
    }

    private struct SharedCallbacks: Sendable {
        let progress: @Sendable () -> Void
        let success: @Sendable () -> Void
    }

    @Test func `a group that is opened in a callback, and its requests (O2)`() async throws {
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.get(
                "a",
                success: { _ in
                    withRequestGroup("inner", queue: .global()) {
                        network.get("b", success: { _ in network.get("c") })
                    } completion: { _ in
                    }
                }
            )
            try client.succeed("a")
            try client.succeed("b")
            try client.succeed("c")
        }
        #expect(
            issued == ["page", "GET a", "GET a → inner", "GET a → GET b", "GET b → GET c"]
        )
    }

    @Test func `a captured group issues elsewhere as the request that captured it (O2)`()
        async throws
    {
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.get(
                "a",
                success: { _ in
                    DispatchQueue.global().async(
                        execute: CapturedGroup.capturing { [network] in network.get("b") }
                    )
                }
            )
            try client.succeed("a")
            await client.started.contains("b")
            try client.succeed("b")
        }
        #expect(issued == ["page", "GET a", "GET a → GET b"])
    }

    @Test
    func `a request that waited keeps its issuer, not the one that returned the permit (O2, S6)`()
        async throws
    {
        // The client itself makes a request of its own for each that it is given.
        let inner = ManualClient { $0.succeed() }
        let outer = ManualClient { call in
            InterceptingClient(inner).get("for \(call.path)")
            call.succeed()
        }
        let held = Locked<[() -> Void]>([])
        try await withRequestGroup("page", options: .limit(1), .observer(recorder)) {
            network.intercept("first", .success { InterceptingClient(outer).get("second") }) {
                nonisolated(unsafe) let answer = $0
                held.withLock { $0.append(answer) }
            }
            InterceptingClient(outer).get("third")
            for answer in held.withLock({ $0 }) { answer() }
            held.withLock { $0 = [] }
        }
        #expect(Array(issued.prefix(4)) == ["page", "first", "GET third", "first → GET second"])
        #expect(Set(issued.dropFirst(4)) == ["GET for third", "first → GET for second"])
    }

    @Test func `a batch, its requests and its completion have issuers (O2)`() async throws {
        let sender = PathSender(client: client)
        try await withRequestGroup("page", options: .observer(recorder)) {
            network.get(
                "a",
                success: { _ in
                    let requests = [URLRequest(path: "b")]
                    sender.batch(requests, name: "batch", queue: .global()) { [network] _ in
                        network.get("c")
                    }
                }
            )
            try client.succeed("a")
            try client.succeed("b")
            await client.started.contains("c")
            try client.succeed("c")
        }
        #expect(
            issued.filter { $0.contains("batch") } == [
                "GET a → batch", "GET a → batch", "batch → GET c",
            ]
        )
    }
}

@Suite(.timeLimit(.ordinary))
struct `Observing requests that wait for a permit` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `observers are notified of waiting requests only, and when they start (O2, P4)`()
        async throws
    {
        try await withRequestGroup(options: .limit(1), .observer(recorder)) {
            network.get("a")
            network.get("b")
            try client.succeed("a")
            try client.succeed("b")
        }
        #expect(
            recorder.lines == [
                "opened", "entered GET a", "entered GET b", "waiting GET b", "left GET a",
                "started GET b", "left GET b", "completed",
            ]
        )
    }

    @Test func `observers are notified once of a request that waits at two limiters (O2, P4)`()
        async throws
    {
        let limiter = RequestLimiter(limit: 1)
        let limited = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.limiter = limiter }
        )
        limited.get("before")
        try await withRequestGroup(options: .limit(1), .observer(recorder)) {
            limited.get("a")
            limited.get("b")
            try client.succeed("before")
            try client.succeed("a")
            try client.succeed("b")
        }
        #expect(
            recorder.lines == [
                "opened", "entered GET a", "waiting GET a", "entered GET b", "waiting GET b",
                "started GET a", "left GET a", "started GET b", "left GET b", "completed",
            ]
        )
    }

    @Test func `a request rejected while it waits never starts (O2, P2)`() async throws {
        try await withRequestGroup(options: .limit(1), .tolerant, .observer(recorder)) { group in
            network.get("a")
            network.get("b", failure: { _ in })
            group.cancel()
            await recorder.happened(.left, label: "GET b")
            try client.succeed("a")
        }
        #expect(recorder.lines.contains("waiting GET b"))
        #expect(!recorder.lines.contains("started GET b"))
    }

    @Test func `an asynchronous request waits and starts like any other (O2, P4)`() async throws {
        let network = network
        try await withRequestGroup(options: .limit(1), .observer(recorder)) {
            network.get("a")
            async let value = network.intercept("b") { 1 }
            await recorder.happened(.waiting, label: "b")
            try client.succeed("a")
            #expect(try await value == 1)
        }
        #expect(
            recorder.lines.filter { $0.hasSuffix(" b") } == [
                "entered b", "waiting b", "started b", "left b",
            ]
        )
    }

    @Test func `a batch waits and starts as the request that it counts as (O2, P4)`() async throws {
        let sender = PathSender(client: client)
        try await withRequestGroup("page", options: .limit(1), .observer(recorder)) {
            network.get("a")
            let batch = sender.batch([URLRequest(path: "b")])
            try client.succeed("a")
            try client.succeed("b")
            _ = await batch.results()
        }
        let waiting = recorder.events.filter { $0.kind == .waiting || $0.kind == .started }
        #expect(waiting.map(\.kind) == [.waiting, .started])
        #expect(waiting.allSatisfy { $0.groupName == "page" && $0.index == 1 })
    }
}
