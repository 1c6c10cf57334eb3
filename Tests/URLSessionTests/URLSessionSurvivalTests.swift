#if canImport(FoundationNetworking)
@testable import InterceptionTestSupport

/// Tasks that fail while they are cancelled, each test in its own process: without `awaitCancelling` the process
/// would end after a few tasks.
@Suite(.timeLimit(.ordinary)) struct `A session in which tasks fail while they are cancelled` {
    @Test func `cancelling asynchronous methods outside any group never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let session = InterceptingClient(URLSession(configuration: .default))
            await repeatedly { url in
                await withTaskGroup { tasks in
                    for _ in 0..<8 { tasks.addTask { _ = try? await session.data(from: url) } }
                    await tasks.next()
                    tasks.cancelAll()
                }
            }
        }
    }

    @Test func `cancelling requests with delegates of their own never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let session = InterceptingClient(URLSession(configuration: .default))
            await repeatedly { url in
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
        }
    }
}

private final class NoDelegate: NSObject, URLSessionTaskDelegate {}

/// Repeats a failure so often that a session without `awaitCancelling` would end the process.
private func repeatedly(_ fail: (URL) async -> Void) async {
    // No server listens on this port.
    guard let url = URL(string: "http://127.0.0.1:1/") else { return }
    for _ in 0..<100 { await fail(url) }
    // Exits at once, so that unfinished work is not reported as a leak.
    _exit(EXIT_SUCCESS)
}
#endif
