// One trace of the app and of its servers.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet: trace headers
let timeline = RequestTimeline()
let traceHeaders = TraceHeaders(hosts: ["api.example.com"])  // no other host gets the header

let session = InterceptingClient(
    URLSession.shared,
    pipeline: RequestPipeline(adapters: [traceHeaders.adapter], observers: [timeline])
)
// end: trace headers

func loadHomePage(_ feed: URL) async throws {
    // snippet: traced group
    try await withRequestGroup("home page", options: .observer(timeline)) {
        _ = try await session.data(from: feed)
    }
    // end: traced group
}

final class OldClient: Sendable {
    let baseURL = URL(fileURLWithPath: "/")

    // snippet: trace of an old client
    func makeRequest(_ path: String) -> URLRequest {
        var request = URLRequest(url: baseURL.appendingPathComponent(path))
        traceHeaders.add(to: &request, of: .current)  // the only new line
        return request
    }
    // end: trace of an old client
}

func send(to collector: URL) async throws {
    // snippet: send a trace
    for part in timeline.recording.otlp(service: "shop app") {
        var request = URLRequest(url: collector.appendingPathComponent("v1/traces"))
        request.httpMethod = "POST"
        request.httpBody = Data(part.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        // In no group: otherwise sending a trace would be traced, too.
        _ = try await withoutRequestGroup { try await URLSession.shared.data(for: request) }
    }
    // end: send a trace
}

// snippet: propagated values
enum Trip {
    @TaskLocal static var id: String?
}

let network = InterceptingClient(
    OldClient(),
    // Each callback sees the value, on any queue.
    settings: InterceptionSettings { $0.propagated = PropagatedTaskLocals(Trip.$id) }
)
// end: propagated values

func goOn(_ header: String) async throws {
    // snippet: trace of others
    // A header that came with a push message, or with the request that a server answers.
    let parent = TraceParent(header)
    let option: RequestGroupOption = parent.map { .traceParent($0) } ?? []
    try await withRequestGroup("sync", options: option, .observer(timeline)) {
        _ = network.base.makeRequest("changes")
    }
    // end: trace of others
}
