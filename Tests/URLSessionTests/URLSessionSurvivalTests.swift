#if canImport(FoundationNetworking)
@testable import InterceptionTestSupport

/// Tasks that fail while they are cancelled: without `awaitCancelling` the process would end after a few tasks.
@Suite(.timeLimit(.ordinary)) struct `A session in which tasks fail while they are cancelled` {
    @Test func `cancelling requests with delegates of their own never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let session = InterceptingClient(URLSession(configuration: .default))
            // No server listens on this port.
            let url = try #require(URL(string: "http://127.0.0.1:1/"))
            for _ in 0..<100 {
                _ = try? await withRequestGroup(options: .failFast) {
                    await withTaskGroup { tasks in
                        for _ in 0..<8 {
                            tasks.addTask {
                                _ = try? await session.data(from: url, delegate: NoDelegate())
                            }
                        }
                    }
                }
            }
            // Exits at once, so that unfinished work is not reported as a leak.
            _exit(EXIT_SUCCESS)
        }
    }
}

private final class NoDelegate: NSObject, URLSessionTaskDelegate {}
#endif
