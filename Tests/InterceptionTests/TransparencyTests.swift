@testable import InterceptionTestSupport

@Suite struct `Transparency of a wrapper` {
    /// A client whose calls and callbacks are all recorded.
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
            // Like an old client, calls on any thread, in any order and number.
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
        // The queue of the client runs concurrently with the caller, so the two logs are compared separately.
        await lines.waitFor("end")
        return lines.entries.filter { $0.hasPrefix("send") || $0.hasPrefix("returned") }
            + lines.entries.filter { !$0.hasPrefix("send") && !$0.hasPrefix("returned") }
    }

    @Test func `calls and callbacks of a wrapper are those of the bare client (I1)`() async throws {
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

    @Test func `the default label is the name of the method (I2)`() async throws {
        let client = ManualClient()
        func unlabelled() {
            InterceptingClient(client).intercept { call in
                client.get("a", success: call.wrap(.success { _ in }), failure: nil)
            }
        }
        try await withRequestGroup { group in
            unlabelled()
            #expect(group.outstanding == ["unlabelled()"])
            try client.succeed("a")
        }
    }
}

/// A cancel handler that does nothing.
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
        ) { base.send(path, body, progress: $0, success: $1, failure: $2) }
    }
}
