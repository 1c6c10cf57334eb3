import GroupContext

// The timeline as a drawing for a page.
extension TimelineRecording {
    /// Returns a drawing of the groups as an SVG document, for a page or a pull request.
    ///
    /// The document needs no scripts and no fonts, and follows the reader's choice of light or dark mode. Each bar
    /// has a tooltip with details of its request. A thin line leads from each request to the requests that its
    /// callbacks issued.
    public func svg() -> String {
        let charts = TimelineChart.charts(of: self).map { TimelineSVG($0, self) }
        var (parts, y) = ([String](), 0)
        for chart in charts {
            parts.append(chart.drawn(at: y))
            y += chart.height
        }
        if let note {
            parts.append(#"<text x="\#(TimelineSVG.margin)" y="\#(y + 20)">\#(note)</text>"#)
            y += 32
        }
        let width = charts.map(\.width).max() ?? 300
        let size = #"width="\#(width)" height="\#(y)" viewBox="0 0 \#(width) \#(y)""#
        let names = groups.filter { $0.parent == nil }.map(\.name.escapedForXML)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img">
            <title>\(names.joined(separator: ", "))</title>
            <style>
            \(TimelineSVG.style)
            </style>
            <rect class="page" width="100%" height="100%"/>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }
}

struct TimelineSVG {
    static let margin = 12
    private static let rowHeight = 20
    private static let headerHeight = 32
    private static let chartWidth = 560

    private let chart: TimelineChart
    private let recording: TimelineRecording
    private let labelWidth: Int

    init(_ chart: TimelineChart, _ recording: TimelineRecording) {
        self.chart = chart
        self.recording = recording
        let longest = chart.rows.map { Self.label(of: $0).columns + Self.indent(of: $0) }.max() ?? 0
        labelWidth = 16 + 7 * max(longest, 12)
    }

    var width: Int { 2 * Self.margin + labelWidth + Self.chartWidth + 64 }

    var height: Int { Self.headerHeight + chart.rows.count * Self.rowHeight + Self.margin }

    func drawn(at top: Int) -> String {
        let name = chart.root.name.onOneLine.truncated(to: 48)
        let header = "\(name): \(chart.summary)".escapedForXML
        let rows = chart.rows.enumerated().map { index, row in
            drawn(row, at: Self.headerHeight + index * Self.rowHeight)
        }
        return """
            <g transform="translate(\(Self.margin) \(top))">
            <text class="header" y="22">\(header)</text>
            \((links() + rows).joined(separator: "\n"))
            </g>
            """
    }

    private static func label(of row: TimelineChart.Row) -> String {
        // The indentation takes columns from the label.
        row.label.onOneLine.truncated(to: 60 - indent(of: row))
    }

    private static func indent(of row: TimelineChart.Row) -> Int { 2 * min(row.depth, 8) }

    private func drawn(_ row: TimelineChart.Row, at y: Int) -> String {
        let x = 14 + 7 * Self.indent(of: row)
        let label = Self.label(of: row).escapedForXML
        let mark = row.isCritical ? #"<text class="path" y="14">◆</text>"# : ""
        let (bars, title, classes, end) = bars(of: row)
        return """
            <g class="\(classes)" transform="translate(0 \(y))"><title>\(title.escapedForXML)</title>\
            \(mark)<text x="\(x)" y="14">\(label)</text>\(bars)\
            <text class="time" x="\(decimal(end + 6))" y="14">\(row.duration)</text></g>
            """
    }
}

// MARK: - Bars and lines

extension TimelineSVG {
    private func bars(
        of row: TimelineChart.Row
    ) -> (bars: String, title: String, classes: String, end: Double) {
        let path = row.isCritical ? " critical" : ""
        let (start, end) = (x(row.start), x(row.end))
        switch row.content {
        case .group(let group):
            let title = "\(group.name): \(row.duration)"
            return (rect("group", start, end), title, "row nested\(path)", end)
        case .request(let request):
            let started = request.started.map(x) ?? end
            var bars = ""
            if request.hasWaited { bars += rect("waiting", start, started) }
            if request.started != nil { bars += rect("running", started, end) }
            let classes = "row \(request.outcome.rawValue)\(path)"
            return (bars, recording.explanation(of: request), classes, end)
        }
    }

    private func rect(_ kind: String, _ start: Double, _ end: Double) -> String {
        // Use a minimum width, so that a bar without duration is visible.
        let width = max(end - start, 1.5)
        let (y, height) = kind == "group" ? (8, 4) : (4, 12)
        return """
            <rect class="\(kind)" x="\(decimal(start))" y="\(y)" width="\(decimal(width))" \
            height="\(height)" rx="2"/>
            """
    }

    private func links() -> [String] {
        chart.rows.enumerated().compactMap { index, row in
            guard let issuer = row.issuer, let from = chart.positions[issuer] else { return nil }
            let ys = [from, index].map { Self.headerHeight + $0 * Self.rowHeight + 10 }
            return """
                <path class="link" d="M\(decimal(x(row.start))) \(ys[0])V\(ys[1])"/>
                """
        }
    }

    private func x(_ instant: ContinuousClock.Instant) -> Double {
        Double(labelWidth) + chart.position(of: instant) * Double(Self.chartWidth)
    }

    private func decimal(_ number: Double) -> String { Duration.decimal(number, digits: 1) }
}

extension TimelineSVG {
    /// The style sheet, for light and dark mode; the colours also differ in lightness.
    ///
    /// The class of a row is the raw value of its `Outcome`.
    static let style = """
        text { font: 12px system-ui, sans-serif; fill: #1f2328 }
        .page { fill: #ffffff }
        .header { font-weight: 600; font-size: 13px }
        .time { fill: #59636e; font-size: 11px }
        .running { fill: #54aeff }
        .waiting { fill: #d1d9e0 }
        .group { fill: #818b98 }
        .failed .running, .lost .running, .timedOut .running { fill: #cf222e }
        .cancelled .running { fill: #bf8700 }
        .lost rect, .timedOut rect, .cancelled rect { stroke: #1f2328; stroke-dasharray: 2 2 }
        .critical .running { stroke: #8250df; stroke-width: 2 }
        .path { fill: #8250df }
        .link { fill: none; stroke: #818b98; stroke-dasharray: 1 2 }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc }
        .page { fill: #0d1117 }
        .time { fill: #9198a1 }
        .running { fill: #1f6feb }
        .waiting { fill: #3d444d }
        .failed .running, .lost .running, .timedOut .running { fill: #f85149 }
        .cancelled .running { fill: #9e6a03 }
        .lost rect, .timedOut rect, .cancelled rect { stroke: #f0f6fc }
        .critical .running { stroke: #ab7df8 }
        .path { fill: #ab7df8 }
        }
        """
}

extension TimelineRecording {
    fileprivate func explanation(of request: Request) -> String {
        let started = request.started ?? end(of: request)
        var parts: [String] = []
        if let issuer = request.issuer.flatMap({ self[$0] }) {
            parts.append("issued by a callback of \(issuer.label)")
        }
        if request.hasWaited { parts.append("waited \((started - request.issued).short)") }
        if request.started != nil { parts.append("ran \((end(of: request) - started).short)") }
        parts.append(request.outcome.description)
        return "\(request.label): \(parts.joined(separator: ", "))"
    }
}

extension String {
    private static let escapedBytes = Array("&<>\"".utf8)

    /// The text on one line, escaped for XML; a space replaces each character that XML does not allow.
    var escapedForXML: String {
        let line = onOneLine
        if line.utf8.allSatisfy({ $0 < 0x80 && !Self.escapedBytes.contains($0) }) { return line }
        return line.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
