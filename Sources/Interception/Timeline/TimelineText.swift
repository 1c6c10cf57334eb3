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
        let width = min(max(width, 32), 1_000)
        let charts = TimelineChart.charts(of: self)
        var text = ""
        // Reserve the memory, because growing copies the text and needs the memory of both copies.
        text.reserveCapacity(charts.reduce(0) { $0 + $1.rows.count } * 2 * width)
        for chart in charts {
            if !text.isEmpty { text += "\n\n" }
            TimelineText(chart, width: width).write(to: &text)
        }
        if let note { text += (text.isEmpty ? "" : "\n\n") + note.truncated(to: width) }
        return text
    }
}

struct TimelineText {
    private enum Mark {
        static let critical = "◆"
        static let waiting = "░"
        static let running = "█"
        static let group = "─"
    }

    private let chart: TimelineChart
    private let width: Int
    private let labelWidth: Int
    private let durationWidth: Int
    private let barWidth: Int

    init(_ chart: TimelineChart, width: Int) {
        self.chart = chart
        self.width = width
        var (durationWidth, longest) = (0, 0)
        for row in chart.rows {
            durationWidth = max(durationWidth, row.duration.columns)
            longest = max(longest, Self.label(of: row).columns)
        }
        self.durationWidth = durationWidth
        let room = width - durationWidth - 4
        // Labels take at most half of the columns, so that the bars get the other half.
        labelWidth = min(longest, room / 2)
        barWidth = room - labelWidth
    }

    func write(to text: inout String) {
        let name = chart.root.name.onOneLine
        let summary = chart.summary
        let room = width - summary.columns - 2
        // If fewer than eight characters of the name would remain, truncate the whole header below instead.
        let header =
            room >= min(name.columns, 8)
            ? "\(name.truncated(to: room)): \(summary)" : "\(name): \(summary)"
        text += header.truncated(to: width)
        var (used, hasPath) = ([String](), false)
        for row in chart.rows {
            hasPath = hasPath || row.isCritical
            let mark = row.isCritical ? Mark.critical : " "
            var line: UTF8Text = "\n\(mark) \(Self.label(of: row).fitted(to: labelWidth)) "
            for (mark, count) in bar(of: row) where count > 0 {
                line.append(mark, times: count)
                if !used.contains(mark) { used.append(mark) }
            }
            line += " \(row.duration.fitted(to: durationWidth, atRight: true))"
            text += line
        }
        for line in legend(used, hasPath: hasPath) { text += "\n" + line }
    }

    private static func label(of row: TimelineChart.Row) -> String {
        String(repeating: "  ", count: min(row.depth, 8)) + row.label.onOneLine
    }
}

// MARK: - Bars

extension TimelineText {
    /// Returns the marks of the bar, each with the number of its cells.
    private func bar(of row: TimelineChart.Row) -> [(mark: String, count: Int)] {
        let (first, last) = (cell(row.start), cell(row.end))
        let started = row.started.map(cell) ?? barWidth
        let mark = row.isGroup ? Mark.group : Mark.running
        let end = row.outcome.mark
        let length = last - first + (end == nil ? 1 : 0)
        let waiting = min(max(started - first, 0), length)
        return [
            (" ", first), (Mark.waiting, waiting), (mark, length - waiting),
            (end ?? " ", end == nil ? 0 : 1), (" ", barWidth - 1 - last),
        ]
    }

    private func cell(_ time: TimelineTime) -> Int {
        min(Int(chart.position(of: time) * Double(barWidth)), barWidth - 1)
    }

    private func legend(_ used: [String], hasPath: Bool) -> [String] {
        let meanings: [(mark: String, meaning: String)] =
            [(Mark.waiting, "waiting"), (Mark.running, "running"), (Mark.group, "group")]
            + TimelineRecording.Outcome.allCases.compactMap { outcome in
                outcome.mark.map { ($0, outcome == .pending ? "goes on" : outcome.description) }
            }
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
    fileprivate var mark: String? {
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
