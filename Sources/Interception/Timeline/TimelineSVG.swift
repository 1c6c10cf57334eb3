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
        let width = charts.map(\.width).max() ?? 300
        let height = charts.reduce(note == nil ? 0 : 32) { $0 + $1.height }
        let size = #"width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)""#
        let names = groups.filter { $0.parent == nil }.map(\.name.escapedForXML)
        var text = ""
        // Reserve the memory, because growing copies the text and needs the memory of both copies.
        text.reserveCapacity(height * 32)
        text += """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img">
            <title>\(names.joined(separator: ", "))</title>
            <style>
            \(TimelineSVG.style)
            </style>
            <rect class="page" width="100%" height="100%"/>

            """
        var y = 0
        for chart in charts {
            chart.write(to: &text, at: y)
            y += chart.height
        }
        if let note { text += "<text x=\"\(TimelineSVG.margin)\" y=\"\(y + 20)\">\(note)</text>\n" }
        text += "</svg>\n"
        return text
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
        let lengths = chart.rows.lazy.map { Self.label(of: $0).columns + Self.indent(of: $0) }
        labelWidth = 16 + 7 * max(lengths.max() ?? 0, 12)
    }

    var width: Int { 2 * Self.margin + labelWidth + Self.chartWidth + 64 }

    var height: Int { Self.headerHeight + chart.rows.count * Self.rowHeight + Self.margin }

    func write(to text: inout String, at top: Int) {
        let name = chart.root.name.onOneLine.truncated(to: 48)
        text += """
            <g transform="translate(\(Self.margin) \(top))">
            <text class="header" y="22">\("\(name): \(chart.summary)".escapedForXML)</text>

            """
        writeLinks(to: &text)
        for (index, row) in chart.rows.enumerated() {
            if index > 0 { text += "\n" }
            text += drawn(row, at: Self.headerHeight + index * Self.rowHeight)
        }
        text += "\n</g>\n"
    }

    private static func label(of row: TimelineChart.Row) -> String {
        // The indentation takes columns from the label.
        row.label.onOneLine.truncated(to: 60 - indent(of: row))
    }

    private static func indent(of row: TimelineChart.Row) -> Int { 2 * min(row.depth, 8) }

    private func drawn(_ row: TimelineChart.Row, at y: Int) -> UTF8Text {
        let x = 14 + 7 * Self.indent(of: row)
        let label = Self.label(of: row).escapedForXML
        let mark = row.isCritical ? #"<text class="path" y="14">◆</text>"# : ""
        let kind = row.isGroup ? "nested" : row.outcome.rawValue
        return """
            <g class="row \(kind)\(row.isCritical ? " critical" : "")" transform="translate(0 \(y))">\
            <title>\(title(of: row).escapedForXML)</title>\
            \(mark)<text x="\(x)" y="14">\(label)</text>\(bars(of: row))\
            <text class="time" x="\(decimal(self.x(row.end) + 6))" y="14">\(row.duration)</text></g>
            """
    }
}

// MARK: - Bars and lines

extension TimelineSVG {
    private func bars(of row: TimelineChart.Row) -> UTF8Text {
        let end = x(row.end)
        var bars: UTF8Text = ""
        if row.hasWaited { bars += rect("waiting", x(row.start), row.started.map(x) ?? end) }
        if let started = row.started {
            bars += rect(row.isGroup ? "group" : "running", x(started), end)
        }
        return bars
    }

    private func title(of row: TimelineChart.Row) -> String {
        if row.isGroup { return "\(row.name): \(row.duration)" }
        var title = row.name + ": "
        if let issuer = row.issuer.flatMap({ recording[$0] }) {
            title += "issued by a callback of \(issuer.label), "
        }
        let started = row.started ?? row.end
        if row.hasWaited { title += "waited \(Duration.short(nanoseconds: started - row.start)), " }
        if row.started != nil { title += "ran \(Duration.short(nanoseconds: row.end - started)), " }
        return title + row.outcome.description
    }

    private func rect(_ kind: String, _ start: Double, _ end: Double) -> UTF8Text {
        // Use a minimum width, so that a bar without duration is visible.
        let width = max(end - start, 1.5)
        let (y, height) = kind == "group" ? (8, 4) : (4, 12)
        return """
            <rect class="\(kind)" x="\(decimal(start))" y="\(y)" width="\(decimal(width))" \
            height="\(height)" rx="2"/>
            """
    }

    private func writeLinks(to text: inout String) {
        let positions = chart.positions
        for (index, row) in chart.rows.enumerated() {
            guard let issuer = row.issuer, let from = positions[issuer] else { continue }
            let ys = [from, index].map { Self.headerHeight + $0 * Self.rowHeight + 10 }
            let link: UTF8Text = """
                <path class="link" d="M\(decimal(x(row.start))) \(ys[0])V\(ys[1])"/>

                """
            text += link
        }
    }

    private func x(_ time: TimelineTime) -> Double {
        Double(labelWidth) + chart.position(of: time) * Double(Self.chartWidth)
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

extension String {
    /// The text on one line, escaped for XML; a space replaces each character that XML does not allow.
    var escapedForXML: String {
        var line = onOneLine
        if line.withUTF8({ !$0.contains(where: \.mayNeedEscaping) }) { return line }
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

extension UInt8 {
    /// A Boolean value that indicates whether the byte is escaped, or may begin a character that XML does not allow.
    fileprivate var mayNeedEscaping: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0xEF: true
        default: false
        }
    }
}
