import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private enum App {
    @TaskLocal static var trace: String?
}

/// Callbacks that come before a request has started, after it, or besides it.
@Suite(.timeLimit(.ordinary))
struct `Values of the app where there is no membership` {
    let server = StubServer(isAnswering: true)
    let seen = Journal<String>()

    private func note(_ what: String) -> String { "\(what) \(App.trace ?? "none")" }

    private func session(
        _ delegate: (any URLSessionDelegate)? = nil,
        _ pipeline: RequestPipeline? = nil
    ) -> InterceptingClient<URLSession> {
        server.session(
            delegate: delegate,
            settings: InterceptionSettings { $0.carried = CarriedTaskLocals(App.$trace) },
            pipeline: pipeline
        )
    }

    @Test(arguments: [nil, RequestPipeline()])
    func `the handler of a task that is cancelled before it starts (S7)`(
        pipeline: RequestPipeline?
    ) async throws {
        let session = session(nil, pipeline)
        let url = try server.url("a")
        let task = App.$trace.withValue("page") {
            session.dataTask(with: url) { _, _, _ in seen.append(note("handler")) }
        }
        task.cancel()
        #expect(await seen.first(1) == ["handler page"])
    }

    @Test func `the delegate of a session, of a task that never starts too (S7)`() async throws {
        let session = session(NotingDelegate { seen.append(note($0)) })
        let url = try server.url("a")
        App.$trace.withValue("page") { session.dataTask(with: url) }.resume()
        #expect(await seen.first(2) == ["data page", "end page"])
        App.$trace.withValue("cancelled") { session.dataTask(with: url) }.cancel()
        #expect(await seen.first(3).last == "end cancelled")
    }

    @Test func `each role of a prepared call that never starts (S7)`() async throws {
        let (client, calls) = (ManualClient(), Journal<ManualCall>())
        let network = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.carried = CarriedTaskLocals(App.$trace) }
        )
        let prepared = App.$trace.withValue("created") {
            network.prepare("GET a", start: { (_: Int) in }, cancel: { _ in }) { call in
                let finished = call.wrap(.finally { seen.append(note("finished")) })
                // Safe: one thread after the other calls it.
                nonisolated(unsafe) let progress = call.wrap(
                    .progress { (_: Double) in
                        seen.append(note("progress"))
                    }
                )
                client.get(
                    "a",
                    success: call.wrap(.success { _ in seen.append(note("success")) }),
                    failure: { _ in
                        progress(1)
                        finished()
                    }
                )
                return 1
            }
        }
        calls.append(try client.take("a"))
        try await OwnThread {
            for call in calls.entries {
                call.fail()
                call.succeed()
            }
        }
        .ended()
        #expect(seen.entries == ["progress created", "finished created", "success created"])
        withExtendedLifetime(prepared) {}
    }

    @Test func `the progress of a batch (S7)`() async throws {
        let stubs = RequestStubs()
        stubs.answer(.url("*"), with: .status(200))
        let session = session(nil, RequestPipeline(stubs: stubs))
        let request = URLRequest(url: try server.url("a"))
        App.$trace.withValue("page") {
            _ = session.batch(
                [request, request],
                name: "batch",
                queue: DispatchQueue(label: "batch"),
                progress: { _ in seen.append(note("progress")) },
                completion: { _ in seen.append(note("completion")) }
            )
        }
        #expect(
            await seen.first(3) == ["progress page", "progress page", "completion page"]
        )
    }

    @Test(arguments: [true, false])
    func `the completion of a group that a callback opens (S7)`(isGrouped: Bool) async throws {
        let client = ManualClient()
        let network = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.carried = CarriedTaskLocals(App.$trace) }
        )
        let issue = {
            App.$trace.withValue("page") {
                network.get(
                    "a",
                    success: { _ in
                        withRequestGroup(
                            "inner",
                            queue: .global(),
                            body: {},
                            completion: { (_: Result<Void, any Error>) in
                                seen.append(note("completion"))
                            }
                        )
                    }
                )
            }
            let call = try client.take("a")
            try await OwnThread { call.succeed() }.ended()
        }
        if isGrouped { try await withRequestGroup { try await issue() } } else { try await issue() }
        #expect(await seen.first(1) == ["completion page"])
    }
}

private final class NotingDelegate: NSObject, URLSessionDataDelegate {
    private let note: @Sendable (String) -> Void

    init(note: @escaping @Sendable (String) -> Void) {
        self.note = note
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        note("data")
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        note("end")
    }
}
