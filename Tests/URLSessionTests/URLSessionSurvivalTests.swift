#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// Tasks that fail at once while they are cancelled, in processes of their own: without
/// `awaitCancelling` each of them ends after a few.
@Suite(.timeLimit(.ordinary)) struct `A session in which tasks fail while they are cancelled` {
    @Test func `a session survives cancelling asynchronous methods outside any group (P2)`() async {
        await #expect(processExitsWith: .success) {
            let session = InterceptingClient(URLSession(configuration: .default))
            await repeatedly { url in
                await withTaskGroup { tasks in
                    for _ in 0..<8 {
                        tasks.addTask { _ = try? await session.data(from: url) }
                    }
                    await tasks.next()
                    tasks.cancelAll()
                }
            }
        }
    }

    @Test func `a session in a group, with a delegate for each request, survives cancelling (P2)`()
        async
    {
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

/// Fails often enough that a session without a guard does not survive, and ends the process.
private func repeatedly(_ fail: (URL) async -> Void) async {
    // Nobody listens there.
    guard let url = URL(string: "http://127.0.0.1:1/") else { return }
    for _ in 0..<100 { await fail(url) }
    // At once: what is still under way when a process ends is not leaked.
    _exit(EXIT_SUCCESS)
}
#endif
