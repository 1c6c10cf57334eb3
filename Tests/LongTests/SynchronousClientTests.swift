@testable import InterceptionTestSupport

/// The number of requests of a flood: enough to overflow any stack that grows with them.
private let flood = {
    #if DEBUG
    100_000
    #else
    1_000_000
    #endif
}()

@Suite struct `A client that answers while it is called` {
    let counter = RequestCounter()
    let network = InterceptingClient(SynchronousClient())

    /// Counts requests without a lock, because only one thread is used.
    final class RequestCounter: @unchecked Sendable {
        // Safe: only used by the test that made it, in one task.
        var count = 0
    }

    struct SynchronousClient: Sendable { func get(_ success: () -> Void) { success() } }

    private func get(_ success: @escaping () -> Void) {
        network.intercept("get", .success(success)) { network.base.get($0) }
    }

    @Test func `long chains of callbacks do not grow the stack under a limit (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) { group in
            follow()
            #expect(group.progress.finished == flood)
        }
        #expect(counter.count == flood)
    }

    private func follow() {
        get {
            counter.count += 1
            if counter.count < flood { follow() }
        }
    }

    @Test func `many requests under two limits do not grow the stack (P4)`() async throws {
        let client = ManualClient()
        let limited = InterceptingClient(
            SynchronousClient(),
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        try await withRequestGroup(options: .limit(1)) { group in
            InterceptingClient(client).get("first")
            for _ in 0..<flood {
                limited.intercept("get", .success { counter.count += 1 }) { limited.base.get($0) }
            }
            try client.succeed("first")
            #expect(group.progress.finished == flood + 1)
        }
        #expect(counter.count == flood)
    }
}
