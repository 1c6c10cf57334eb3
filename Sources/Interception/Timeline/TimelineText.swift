import GroupContext

extension TimelineRecording {
    /// Draws the groups for a terminal, each of the outermost under a line that sums it up.
    ///
    /// Below it there is a line for each request, in issue order, and for each nested group with its
    /// requests indented: the label, when it waited and ran, and how long it took in all. An arrow
    /// before a label says that a callback issued the request, and a diamond that it is on the
    /// critical path. What stands last explains the marks that occur.
    ///
    /// - Parameter width: how many columns a line may have, from 32 to 1,000; other widths count as the nearest of
    ///   these. A Chinese, Japanese or Korean character and an emoji are taken to have two. Labels that are too long
    ///   are cut.
    /// - Returns: the lines, without one that is empty at the end.
    public func text(width: Int = 80) -> String {
        let charts = TimelineChart.charts(of: self)
        let width = min(max(width, 32), 1_000)
        var parts = charts.map { TimelineText($0, self, width: width).lines }
        if let note { parts.append([note.truncated(to: width)]) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}

/// Draws one chart with characters.
struct TimelineText {
    private enum Mark {
        static let critical: Character = "◆"
        static let waiting: Character = "░"
        static let running: Character = "█"
        static let group: Character = "─"
        static let goesOn: Character = "▸"
    }

    private let chart: TimelineChart
    private let recording: TimelineRecording
    private let width: Int
    private let labelWidth: Int
    private let durationWidth: Int
    private let barWidth: Int

    init(_ chart: TimelineChart, _ recording: TimelineRecording, width: Int) {
        self.chart = chart
        self.recording = recording
        self.width = width
        durationWidth = chart.rows.map { Self.duration(of: $0, recording).columns }.max() ?? 0
        // The labels get what they need, but no more than half of what there is.
        let longest = chart.rows.map { Self.label(of: $0).columns }.max() ?? 0
        let room = width - durationWidth - 4
        labelWidth = min(longest, room / 2)
        barWidth = room - labelWidth
    }

    var lines: [String] {
        let name = chart.root.name.onOneLine
        let summary = chart.summary
        let room = width - summary.columns - 2
        // Of a name that is cut there has to be something left.
        let header =
            room >= min(name.columns, 8)
            ? "\(name.truncated(to: room)): \(summary)" : "\(name): \(summary)"
        let drawn = chart.rows.map(line)
        return ([header.truncated(to: width)] + drawn.map(\.text) + legend(drawn.map(\.bar)))
            .map(\.withoutSpaceAtEnd)
    }

    private func line(_ row: TimelineChart.Row) -> (text: String, bar: String) {
        let mark = row.isCritical ? Mark.critical : " "
        let label = Self.label(of: row).fitted(to: labelWidth)
        let bar = bar(of: row)
        let duration = Self.duration(of: row, recording).fitted(to: durationWidth, atRight: true)
        return ("\(mark) \(label) \(bar) \(duration)", bar)
    }

    private static func label(of row: TimelineChart.Row) -> String {
        String(repeating: "  ", count: min(row.depth, 8)) + row.label.onOneLine
    }

    private static func duration(
        of row: TimelineChart.Row,
        _ recording: TimelineRecording
    ) -> String {
        switch row.content {
        case .group(let group): (recording.end(of: group) - group.opened).short
        case .request(let request): (recording.end(of: request) - request.issued).short
        }
    }
}

// MARK: - Bars

extension TimelineText {
    private func bar(of row: TimelineChart.Row) -> String {
        var cells = [Character](repeating: " ", count: barWidth)
        switch row.content {
        case .group(let group):
            let last = cell(recording.end(of: group))
            for cell in cell(group.opened)...last { cells[cell] = Mark.group }
            if group.completed == nil { cells[last] = Mark.goesOn }
        case .request(let request):
            let (first, last) = (cell(request.issued), cell(recording.end(of: request)))
            let running = request.started.map(cell) ?? last + 1
            for cell in first...last {
                cells[cell] = cell < running ? Mark.waiting : Mark.running
            }
            if let mark = request.outcome.mark { cells[last] = mark }
        }
        return String(cells)
    }

    private func cell(_ instant: ContinuousClock.Instant) -> Int {
        min(Int(chart.position(of: instant) * Double(barWidth)), barWidth - 1)
    }

    /// What the marks mean that occur in the bars.
    private func legend(_ bars: [String]) -> [String] {
        let used = Set(bars.joined())
        let meanings: [(mark: Character, meaning: String)] =
            [
                (Mark.waiting, "waiting"), (Mark.running, "running"), (Mark.group, "group"),
            ]
            + TimelineRecording.Outcome.all.compactMap { outcome in
                outcome.mark.map { ($0, outcome == .pending ? "goes on" : outcome.description) }
            }
        let hasPath = chart.rows.contains(where: \.isCritical)
        let entries =
            (hasPath ? ["\(Mark.critical) critical path"] : [])
            + meanings.filter { used.contains($0.mark) }.map { "\($0.mark) \($0.meaning)" }
        return entries.reduce(into: []) { lines, entry in
            if let line = lines.last, line.columns + 2 + entry.columns <= width {
                lines[lines.count - 1] = "\(line)  \(entry)"
            } else {
                lines.append(entry)
            }
        }
    }
}

extension TimelineRecording.Outcome {
    /// What stands at the end of a bar; nothing if all went well.
    fileprivate var mark: Character? {
        switch self {
        case .pending: "▸"
        case .succeeded: nil
        case .failed: "✗"
        case .lost: "?"
        case .timedOut: "!"
        case .cancelled: "⊘"
        }
    }
}

extension String {
    fileprivate var withoutSpaceAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
