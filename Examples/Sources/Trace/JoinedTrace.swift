import Interception
import PageServer

/// The trace of the app, with the spans of the server below the requests that caused them.
struct JoinedTrace {
    let recording: TimelineRecording
    /// The spans of the server, by the span of the app's request.
    let served: [SpanID: [ServedRequest]]

    init(_ recording: TimelineRecording, _ served: [ServedRequest]) {
        self.recording = recording
        let parents = served.compactMap { request in
            request.traceParent.flatMap { TraceParent($0) }.map { (parent: $0, request: request) }
        }
        self.served = Dictionary(grouping: parents, by: \.parent.spanID)
            .mapValues { $0.map(\.request) }
    }

    /// The lines of the trace; each line of the app begins with the ID of its span.
    var lines: [String] { recording.groups.first.map { lines(of: $0, indentation: "") } ?? [] }

    /// The requests of the app, each with its spans of the server.
    var requests: [(request: TimelineRecording.Request, served: [ServedRequest])] {
        recording.groups.flatMap(\.requests).map { ($0, served[$0.id] ?? []) }
    }

    private func lines(of group: TimelineRecording.Group, indentation: String) -> [String] {
        let below = indentation + "  "
        let nested = recording.groups.filter { $0.parent == group.id }
        return [
            line(
                group.id,
                "app",
                indentation + group.name,
                length(group.opened, group.completed)
            )
        ]
            + group.requests.flatMap { request in
                let outcome = request.failure.map { ", \($0)" } ?? ""
                let time = length(request.issued, request.ended) + outcome
                return [line(request.id, "app", below + request.label, time)]
                    + (served[request.id] ?? []).map { served in
                        line(nil, "server", below + "  " + served.name, Self.text(served.duration))
                    }
            }
            + nested.flatMap { lines(of: $0, indentation: below) }
    }

    private func line(_ span: SpanID?, _ side: String, _ name: String, _ time: String) -> String {
        let id = span.map { "\($0)" } ?? ""
        return [(id, 18), (side, 8), (name, 30)]
            .map { text, width in
                text + String(repeating: " ", count: max(width - text.count, 1))
            }
            .joined() + time
    }

    private func length(
        _ start: ContinuousClock.Instant,
        _ end: ContinuousClock.Instant?
    ) -> String {
        Self.text((end ?? recording.instant) - start)
    }

    private static func text(_ duration: Duration) -> String {
        "\(duration.components.attoseconds / 1_000_000_000_000_000 + duration.components.seconds * 1_000) ms"
    }
}
