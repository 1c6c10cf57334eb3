import GroupContext

/// The rows for an outermost group, from which text, SVG drawing and trace events are created.
struct TimelineChart {
    struct Row {
        let isGroup: Bool
        /// The name of the group or the label of the request.
        let name: String
        /// The number of enclosing groups, not counting the outermost group.
        let depth: Int
        let start: TimelineTime
        let end: TimelineTime
        let hasWaited: Bool
        /// The start, after any wait for a permit; `nil` for a request that has not started.
        let started: TimelineTime?
        let outcome: TimelineRecording.Outcome
        let issuer: SpanID?
        /// The ID of the request or, for a group, of the request that represents the group in its enclosing group.
        let request: SpanID?
        let isCritical: Bool

        /// The name, after an arrow if a callback issued the request or opened the group.
        var label: String { issuer == nil ? name : "↳ \(name)" }

        var duration: String { Duration.short(nanoseconds: end - start) }
    }

    let root: TimelineRecording.Group
    let start: TimelineTime
    let end: TimelineTime

    private let recording: TimelineRecording
    private let critical: Set<RequestPlace>
    private let entries: [(entry: TimelineEntry, depth: Int)]
    private let outcomes: [TimelineRecording.Outcome]

    /// The rows; each is created when it is drawn, because a list of rows would take more memory than their text.
    var rows: some RandomAccessCollection<Row> { entries.lazy.map { row(of: $0, depth: $1) } }

    /// The positions of the requests in `rows`.
    var positions: [SpanID: Int] {
        Dictionary(
            rows.enumerated().lazy.compactMap { index, row in row.request.map { ($0, index) } }
        ) { $1 }
    }

    static func charts(of recording: TimelineRecording) -> [TimelineChart] {
        var paths = CriticalPaths(recording)
        return (paths.nested[nil] ?? []).map { root in
            TimelineChart(root, paths.nested, recording, critical: paths.path(of: root))
        }
    }

    private init(
        _ root: Int,
        _ nested: [Int?: [Int]],
        _ recording: TimelineRecording,
        critical: Set<RequestPlace>
    ) {
        self.root = recording.groups[root]
        (self.recording, self.critical) = (recording, critical)
        var entries: [(entry: TimelineEntry, depth: Int)] = []
        var (start, end) = (self.root.openedAt, recording.end(of: self.root))
        var outcomes: [TimelineRecording.Outcome] = []
        // Recursion could overflow the stack if groups are nested deeply, so use a loop.
        var pending: [(entry: TimelineEntry, depth: Int)] = [(.group(root), -1)]
        while let (entry, depth) = pending.popLast() {
            if depth >= 0 { entries.append((entry, depth)) }
            switch entry {
            case .request(let place):
                let request = recording[place]
                (start, end) = (min(start, request.issuedAt), max(end, recording.end(of: request)))
                outcomes.append(request.outcome)
            case .group(let position):
                let group = recording.groups[position]
                (start, end) = (min(start, group.openedAt), max(end, recording.end(of: group)))
                let nested = nested[position] ?? []
                let contents = Self.contents(of: group, nested, recording, &outcomes)
                pending += contents.lazy.reversed().map { ($0.entry, depth + 1) }
            }
        }
        (self.entries, self.outcomes) = (entries, outcomes)
        (self.start, self.end) = (start, end)
    }

    private func row(of entry: TimelineEntry, depth: Int) -> Row {
        switch entry {
        case .group(let position):
            let group = recording.groups[position]
            let request = group.request.flatMap { recording.places[$0] }
            return Row(
                isGroup: true,
                name: group.name,
                depth: depth,
                start: group.openedAt,
                end: recording.end(of: group),
                hasWaited: false,
                started: group.openedAt,
                outcome: group.completedAt == nil ? .pending : .succeeded,
                issuer: group.issuer,
                request: group.request,
                isCritical: request.map(critical.contains) ?? false
            )
        case .request(let place):
            let request = recording[place]
            return Row(
                isGroup: false,
                name: request.label,
                depth: depth,
                start: request.issuedAt,
                end: recording.end(of: request),
                hasWaited: request.hasWaited,
                started: request.startedAt,
                outcome: request.outcome,
                issuer: request.issuer,
                request: request.id,
                isCritical: critical.contains(place)
            )
        }
    }

    /// Returns the requests and nested groups of a group in issue order; omits requests that are batches or chains.
    private static func contents(
        of group: TimelineRecording.Group,
        _ nested: [Int],
        _ recording: TimelineRecording,
        _ outcomes: inout [TimelineRecording.Outcome]
    ) -> [(time: TimelineTime, entry: TimelineEntry)] {
        let replaced = Set(nested.compactMap { recording.groups[$0].request })
        var contents: [(time: TimelineTime, entry: TimelineEntry)] = []
        for request in group.requests {
            if replaced.contains(request.id) {
                outcomes.append(request.outcome)
            } else {
                contents.append((request.issuedAt, .request(request.place)))
            }
        }
        contents += nested.lazy.map { (recording.groups[$0].openedAt, .group($0)) }
        // At equal times, requests precede groups.
        contents.sort { ($0.time, $0.entry) < ($1.time, $1.entry) }
        return contents
    }

    /// Returns the position of a time between the start and the end, from 0 to 1.
    func position(of time: TimelineTime) -> Double {
        let duration = end - start
        guard duration > 0 else { return 0 }
        return min(max((time - start) / duration, 0), 1)
    }
}

extension TimelineChart {
    /// The duration and the outcomes, such as `1.24 s, 12 requests, 2 failed`.
    var summary: String {
        let words: [(outcome: TimelineRecording.Outcome, word: String)] = [
            (.failed, "failed"), (.lost, "lost"), (.timedOut, "timed out"),
            (.cancelled, "cancelled"), (.pending, "running"),
        ]
        let parts =
            [
                Duration.short(nanoseconds: end - start)
                    + (root.completedAt == nil ? " so far" : ""),
                outcomes.count == 1 ? "1 request" : "\(outcomes.count) requests",
            ]
            + words.compactMap { outcome, word in
                let count = outcomes.count { $0 == outcome }
                return count > 0 ? "\(count) \(word)" : nil
            }
        return parts.joined(separator: ", ")
    }
}
