import Interception

/// A recording as a table with one line for each group and request, to be compared with the exported trace.
struct RecordingTable {
    let recording: TimelineRecording

    init(_ recording: TimelineRecording) {
        self.recording = recording
    }

    var text: String {
        recording.groups.flatMap { group in
            [line(of: group)] + group.requests.map { line(of: $0, in: group) }
        }
        .joined(separator: "\n") + "\n"
    }

    private func line(of group: TimelineRecording.Group) -> String {
        let parent = group.parent.map { "\($0)" } ?? ""
        return line(
            ["\(group.id)", "\(group.traceID)", parent, link(group.issuer), "group"],
            from: group.opened,
            to: group.completed,
            ["succeeded", group.name]
        )
    }

    private func line(
        of request: TimelineRecording.Request,
        in group: TimelineRecording.Group
    ) -> String {
        line(
            [
                "\(request.id)", "\(group.traceID)", "\(group.id)", link(request.issuer),
                "request",
            ],
            from: request.issued,
            to: request.ended,
            [outcome(of: request), request.label]
        )
    }

    private func outcome(of request: TimelineRecording.Request) -> String {
        request.failure.map { "\($0)" } ?? (request.ended == nil ? "pending" : "succeeded")
    }

    private func link(_ issuer: SpanID?) -> String {
        issuer.flatMap { recording[$0] }.map { "\($0.id)" } ?? ""
    }

    private func line(
        _ head: [String],
        from start: ContinuousClock.Instant,
        to end: ContinuousClock.Instant?,
        _ tail: [String]
    ) -> String {
        let first = recording.groups.map(\.opened).min() ?? start
        let times = [start - first, (end ?? recording.instant) - start].map(nanoseconds)
        return (head + times + tail).joined(separator: "\t")
    }

    private func nanoseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)"
    }
}
