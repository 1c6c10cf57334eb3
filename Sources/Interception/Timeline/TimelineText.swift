import GroupContext

// The timeline as a drawing for a terminal.
extension TimelineRecording {
    /// Returns a drawing of the groups for a terminal, each outermost group below a line with its summary.
    ///
    /// Each request and each nested group has a line, in issue order; the requests of a nested group are indented.
    /// A line contains the label, the time of waiting and running, and the total duration. An arrow marks a
    /// request that a callback issued, and a diamond marks the critical path. The last lines explain the marks.
    ///
    /// - Parameter width: The number of columns, clamped to the range from 32 to 1,000. A Chinese, Japanese or
    ///   Korean character and an emoji take two columns. Long labels are truncated.
    /// - Returns: The lines, without an empty line at the end.
    public func text(width: Int = 80) -> String {
        let charts = TimelineChart.charts(of: self)
        let width = min(max(width, 32), 1_000)
        var parts = charts.map { TimelineText($0, width: width).lines }
        if let note { parts.append([note.truncated(to: width)]) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}

struct TimelineText {
    private enum Mark {
        static let critical: Unicode.Scalar = "◆"
        static let waiting: Unicode.Scalar = "░"
        static let running: Unicode.Scalar = "█"
        static let group: Unicode.Scalar = "─"
        static let continues: Unicode.Scalar = "▸"
    }

    private let chart: TimelineChart
    private let width: Int
    private let labelWidth: Int
    private let durationWidth: Int
    private let barWidth: Int

    init(_ chart: TimelineChart, width: Int) {
        self.chart = chart
        self.width = width
        durationWidth = chart.rows.map(\.duration.columns).max() ?? 0
        // Labels take at most half of the columns, so that the bars get the other half.
        let longest = chart.rows.map { Self.label(of: $0).columns }.max() ?? 0
        let room = width - durationWidth - 4
        labelWidth = min(longest, room / 2)
        barWidth = room - labelWidth
    }

    var lines: [String] {
        let name = chart.root.name.onOneLine
        let summary = chart.summary
        let room = width - summary.columns - 2
        // If fewer than eight characters of the name would remain, truncate the whole header below instead.
        let header =
            room >= min(name.columns, 8)
            ? "\(name.truncated(to: room)): \(summary)" : "\(name): \(summary)"
        let drawn = chart.rows.map(line)
        return ([header.truncated(to: width)] + drawn.map(\.text) + legend(drawn.map(\.bar)))
            .map(\.withoutSpaceAtEnd)
    }

    private func line(_ row: TimelineChart.Row) -> (text: String, bar: String) {
        let mark: Unicode.Scalar = row.isCritical ? Mark.critical : " "
        let label = Self.label(of: row).fitted(to: labelWidth)
        let bar = bar(of: row)
        let duration = row.duration.fitted(to: durationWidth, atRight: true)
        return ("\(mark) \(label) \(bar) \(duration)", bar)
    }

    private static func label(of row: TimelineChart.Row) -> String {
        String(repeating: "  ", count: min(row.depth, 8)) + row.label.onOneLine
    }
}

// MARK: - Bars

extension TimelineText {
    private func bar(of row: TimelineChart.Row) -> String {
        var cells = [Unicode.Scalar](repeating: " ", count: barWidth)
        let (first, last) = (cell(row.start), cell(row.end))
        switch row.content {
        case .group(let group):
            for cell in first...last { cells[cell] = Mark.group }
            if group.completed == nil { cells[last] = Mark.continues }
        case .request(let request):
            let running = request.started.map(cell) ?? last + 1
            for cell in first...last {
                cells[cell] = cell < running ? Mark.waiting : Mark.running
            }
            if let mark = request.outcome.mark { cells[last] = mark }
        }
        return String(String.UnicodeScalarView(cells))
    }

    private func cell(_ instant: ContinuousClock.Instant) -> Int {
        min(Int(chart.position(of: instant) * Double(barWidth)), barWidth - 1)
    }

    private func legend(_ bars: [String]) -> [String] {
        var used: Set<Unicode.Scalar> = []
        for bar in bars { used.formUnion(bar.unicodeScalars) }
        let meanings: [(mark: Unicode.Scalar, meaning: String)] =
            [
                (Mark.waiting, "waiting"), (Mark.running, "running"), (Mark.group, "group"),
            ]
            + TimelineRecording.Outcome.allCases.compactMap { outcome in
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
    /// The mark at the end of a bar; `nil` for a success.
    fileprivate var mark: Unicode.Scalar? {
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
