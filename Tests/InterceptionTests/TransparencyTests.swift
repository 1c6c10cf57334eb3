import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Transparency of a wrapper` {
    /// A client whose calls and callbacks are all written down.
    final class Verbose: Sendable {
        let lines = Journal<String>()
        let mark = QueueMark()

        func send(
            _ path: String,
            _ body: [Int],
            progress: ((Double, Int) -> Void)?,
            success: ((String, Int) -> Void)?,
            failure: ((ClientError) -> Void)?
        ) -> Int {
            lines.append("send \(path) \(body), on the client's queue: \(mark.isCurrent)")
            // As old clients do: callbacks of any thread, in an order and number of their own.
            nonisolated(unsafe) let callbacks = (progress, success, failure)
            mark.queue.async { [self] in
                callbacks.0?(0.5, 1)
                callbacks.1?("early", 200)
                callbacks.0?(1, 2)
                callbacks.2?(ClientError("late"))
                callbacks.1?("again", 304)
                lines.append("end")
            }
            return body.count
        }
    }

    private func play(_ client: Verbose, wrapped: Bool) async -> [String] {
        let (lines, mark) = (client.lines, client.mark)
        let wrapper = InterceptingClient(client)
        let progress: (Double, Int) -> Void = {
            lines.append("progress \($0) \($1) \(mark.isCurrent)")
        }
        let success: (String, Int) -> Void = {
            lines.append("success \($0) \($1) \(mark.isCurrent)")
        }
        let failure: (ClientError) -> Void = { lines.append("failure \($0) \(mark.isCurrent)") }
        let count =
            if wrapped {
                wrapper.send("p", [1, 2], progress: progress, success: success, failure: failure)
            } else {
                client.send("p", [1, 2], progress: progress, success: success, failure: failure)
            }
        lines.append("returned \(count)")
        // The queue of the client runs at the same time as the caller, so the order of its lines
        // and that of the caller's are compared apart.
        await lines.contains("end")
        return lines.entries.filter { $0.hasPrefix("send") || $0.hasPrefix("returned") }
            + lines.entries.filter { !$0.hasPrefix("send") && !$0.hasPrefix("returned") }
    }

    @Test
    func `arguments, result, order, thread and number of callbacks are the bare client's (I1)`()
        async throws
    {
        let bare = await play(Verbose(), wrapped: false)
        let outside = await play(Verbose(), wrapped: true)
        let inside = try await withRequestGroup { await play(Verbose(), wrapped: true) }
        let limited = try await withRequestGroup(options: .limit(1)) {
            await play(Verbose(), wrapped: true)
        }
        #expect(bare.count == 8)
        #expect(outside == bare)
        #expect(inside == bare)
        #expect(limited == bare)
    }

    @Test func `an error that the client throws is thrown, and ends the request (I1)`() async throws
    {
        struct Throwing: RequestIntercepting {}
        let group = try await withRequestGroup(options: .tolerant) { group in
            #expect(throws: ClientError("invalid")) {
                try Throwing().intercept("a", cancel: ignore) { _ -> Int in
                    throw ClientError("invalid")
                }
            }
            return group
        }
        #expect(group.failures.map { $0.error as? ClientError } == [ClientError("invalid")])
        #expect(throws: ClientError("invalid")) {
            try Throwing().intercept("a", cancel: ignore) { _ -> Int in
                throw ClientError("invalid")
            }
        }
    }

    @Test func `the default label is the name of the method (I2)`() async throws {
        let client = ManualClient()
        let network = InterceptingClient(client)
        try await withRequestGroup { group in
            network.unlabelled()
            #expect(group.outstanding == ["unlabelled()"])
            try client.succeed("unlabelled")
        }
    }

    @Test func `a label is built only when there is a group (I2)`() async throws {
        let network = InterceptingClient(ManualClient { $0.succeed() })
        let built = Journal<String>()
        let label: (String) -> String = { name in
            built.append(name)
            return name
        }
        network.intercept(label("callback")) { _ in }
        _ = network.intercept(label("handle"), cancel: ignore) { _ in 1 }
        try await network.intercept(label("async")) {}
        #expect(built.entries.isEmpty)
        try await withRequestGroup {
            network.intercept(label("callback")) { $0.wrap(.success {})() }
        }
        #expect(built.entries == ["callback"])
    }
}

/// Cancels nothing.
@Sendable private func ignore(_ handle: Int) {}

extension InterceptingClient<`Transparency of a wrapper`.Verbose> {
    fileprivate func send(
        _ path: String,
        _ body: [Int],
        progress: ((Double, Int) -> Void)?,
        success: ((String, Int) -> Void)?,
        failure: ((ClientError) -> Void)?
    ) -> Int {
        intercept(
            "SEND \(path)",
            .progress(progress),
            .success(success),
            .failure(failure),
            cancel: ignore
        ) {
            base.send(
                path,
                body,
                progress: $0,
                success: $1,
                failure: $2
            )
        }
    }
}

extension InterceptingClient<ManualClient> {
    fileprivate func unlabelled() {
        intercept { call in
            base.get("unlabelled", success: call.wrap(.success { _ in }), failure: nil)
        }
    }
}
