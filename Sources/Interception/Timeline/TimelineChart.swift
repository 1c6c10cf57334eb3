import GroupContext

/// The rows for an outermost group, from which text, SVG drawing and trace events are created.
struct TimelineChart {
    enum Content {
        case group(TimelineRecording.Group)
        case request(TimelineRecording.Request)
    }

    struct Row {
        let content: Content
        /// The number of enclosing groups, not counting the outermost group.
        let depth: Int
        let start: ContinuousClock.Instant
        let end: ContinuousClock.Instant
        let issuer: SpanID?
        /// The ID of the request or, for a group, of the request that represents the group in its enclosing group.
        let request: SpanID?
        let isCritical: Bool

        init(
            _ content: Content,
            depth: Int,
            _ recording: TimelineRecording,
            critical: Set<SpanID>
        ) {
            (self.content, self.depth) = (content, depth)
            switch content {
            case .group(let group):
                (start, end) = (group.opened, recording.end(of: group))
                (issuer, request) = (group.issuer, group.request)
            case .request(let content):
                (start, end) = (content.issued, recording.end(of: content))
                (issuer, request) = (content.issuer, content.id)
            }
            isCritical = request.map(critical.contains) ?? false
        }

        var duration: String { (end - start).short }
    }

    let root: TimelineRecording.Group
    let rows: [Row]
    /// The positions of the requests in `rows`.
    let positions: [SpanID: Int]
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant

    let counts: [TimelineRecording.Outcome: Int]

    static func charts(of recording: TimelineRecording) -> [TimelineChart] {
        let nested = Dictionary(grouping: recording.groups, by: \.parentPosition)
        var paths = CriticalPaths(recording)
        return (nested[nil] ?? []).map { root in
            TimelineChart(root, nested, recording, critical: Set(paths.path(of: root.position)))
        }
    }

    private init(
        _ root: TimelineRecording.Group,
        _ nested: [Int?: [TimelineRecording.Group]],
        _ recording: TimelineRecording,
        critical: Set<SpanID>
    ) {
        var rows: [Row] = []
        var (start, end) = (root.opened, recording.end(of: root))
        var counts: [TimelineRecording.Outcome: Int] = [:]
        // Recursion could overflow the stack if groups are nested deeply, so use a loop.
        var pending: [(content: Content, depth: Int)] = [(.group(root), -1)]
        while let (content, depth) = pending.popLast() {
            let row = Row(content, depth: depth, recording, critical: critical)
            (start, end) = (min(start, row.start), max(end, row.end))
            if depth >= 0 { rows.append(row) }
            switch content {
            case .request(let request): counts[request.outcome, default: 0] += 1
            case .group(let group):
                let contents = Self.contents(of: group, nested[group.position] ?? [], &counts)
                pending += contents.reversed().map { ($0, depth + 1) }
            }
        }
        self.root = root
        self.rows = rows
        positions = Dictionary(
            rows.enumerated().compactMap { index, row in row.request.map { ($0, index) } }
        ) { $1 }
        self.counts = counts
        self.start = start
        self.end = end
    }

    /// Returns the requests and nested groups of a group in issue order; omits requests that are batches or chains.
    private static func contents(
        of group: TimelineRecording.Group,
        _ nested: [TimelineRecording.Group],
        _ counts: inout [TimelineRecording.Outcome: Int]
    ) -> [Content] {
        let replaced = Set(nested.compactMap(\.request))
        var contents: [(instant: ContinuousClock.Instant, content: Content)] = []
        for request in group.requests {
            if replaced.contains(request.id) {
                counts[request.outcome, default: 0] += 1
            } else {
                contents.append((request.issued, .request(request)))
            }
        }
        contents += nested.map { ($0.opened, .group($0)) }
        // `sorted` may swap elements with equal instants, so compare the offset too.
        return contents.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element.content)
    }

    /// Returns the position of an instant between the start and the end, from 0 to 1.
    func position(of instant: ContinuousClock.Instant) -> Double {
        let duration = (end - start).nanoseconds
        guard duration > 0 else { return 0 }
        return min(max((instant - start).nanoseconds / duration, 0), 1)
    }
}

extension TimelineChart {
    /// The duration and the outcomes, such as `1.24 s, 12 requests, 2 failed`.
    var summary: String {
        let total = counts.values.reduce(0, +)
        let outcomes: [(outcome: TimelineRecording.Outcome, word: String)] = [
            (.failed, "failed"), (.lost, "lost"), (.timedOut, "timed out"),
            (.cancelled, "cancelled"), (.pending, "running"),
        ]
        let parts =
            [
                (end - start).short + (root.completed == nil ? " so far" : ""),
                total == 1 ? "1 request" : "\(total) requests",
            ]
            + outcomes.compactMap { outcome, word in counts[outcome].map { "\($0) \(word)" } }
        return parts.joined(separator: ", ")
    }
}

extension TimelineChart.Row {
    var label: String {
        // The arrow marks a request or a group that a callback issued.
        switch content {
        case .group(let group): group.issuer == nil ? group.name : "↳ \(group.name)"
        case .request(let request): request.issuer == nil ? request.label : "↳ \(request.label)"
        }
    }
}
