@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct `Arbitrary timelines` {
    /// The parts of labels, and their widths in columns.
    private static let pieces: [(text: String, columns: Int)] = [
        ("a", 1), ("/", 1), ("é", 1), ("漢", 2), ("한", 2), ("🚀", 2), ("👩‍💻", 2), ("🇨🇭", 2),
        ("<", 1), ("&", 1), ("\"", 1), ("'", 1), ("]]>", 3), ("\\", 1), ("…", 1),
    ]
    /// The texts that no line and no document may contain unescaped.
    private static let harmful = ["\n", "\r\n", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{2028}"]

    @Test(arguments: 0..<200)
    func `each drawing of a random timeline is valid and shows every request`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let recording = Self.recording(&random)
        let rows =
            recording.groups.reduce(0) { $0 + $1.requests.count + ($1.parent == nil ? 0 : 1) }
            - recording.groups.count { $0.request != nil }

        let width = Int.random(in: 32...160, using: &random)
        let lines = recording.text(width: width).split(separator: "\n").map(String.init)
        for line in lines {
            let columns = Self.columns(line)
            #expect(columns <= width, "\(columns) of \(width): \(line)")
        }
        #expect(lines.count { Self.isRow($0) } == rows)

        let svg = recording.svg()
        let reader = XMLParser(data: Data(svg.utf8))
        #expect(reader.parse(), "\(String(describing: reader.parserError))")
        #expect(svg.components(separatedBy: #"<g class="row "#).count - 1 == rows)

        let events = try TraceEvent.all(in: recording.traceEvents())
        let names = events.filter { $0.phase == "X" }.map(\.name)
        for request in recording.groups.flatMap(\.requests) where request.started != nil {
            let replaced = recording.groups.contains { $0.request == request.id }
            #expect(replaced || names.contains(request.label.onOneLine))
        }
        #expect(events.allSatisfy { $0.start >= 0 && ($0.duration ?? 0) >= 0 })
    }

    @Test func `a timeline of 5,000 nested groups and 5,000 serial requests is drawn completely`() {
        var recording = TimelineRecording(takenAt: 10_000)
        let count = 5_000
        for depth in 0..<count {
            recording.open("group", from: depth, to: 10_000, in: depth == 0 ? nil : depth - 1)
        }
        for number in 0..<count {
            recording.add("request", to: 0, from: 0, started: number, to: number + 1)
        }
        // The summary, a line for each group but the outermost one, and a line for the marks.
        #expect(recording.text().split(separator: "\n").count == 2 * count + 1)
        #expect(recording.criticalPath(of: recording.groups[0].id).count == count)
        #expect(recording.svg().hasSuffix("</svg>\n"))
        #expect(recording.traceEvents().hasSuffix("]}\n"))
    }

    /// Returns whether the line is of a request or of a nested group: such a line ends with a duration.
    private static func isRow(_ line: String) -> Bool {
        (line.hasPrefix("◆ ") || line.hasPrefix("  ")) && line.hasSuffix("s")
            && !line.hasPrefix("◆ critical path")
    }

    private static func columns(_ line: String) -> Int {
        line.reduce(0) { columns, character in
            columns + (pieces.first { $0.text == String(character) }?.columns ?? 1)
        }
    }

    private static func recording(_ random: inout SeededGenerator) -> TimelineRecording {
        var recording = TimelineRecording(takenAt: 1_000)
        var issued: [SpanID] = []
        for group in 0..<Int.random(in: 1...5, using: &random) {
            let opened = Int.random(in: 0...500, using: &random)
            let parent = group == 0 ? nil : Int.random(in: -1..<group, using: &random)
            let replaced = issued.last.flatMap { id in
                recording[id]?.place.group == parent
                    && !recording.groups.contains { $0.request == id } ? id : nil
            }
            recording.open(
                label("group \(group) ", &random),
                from: opened,
                to: Bool.random(using: &random) ? opened + 500 : nil,
                in: parent == -1 ? nil : parent,
                issuer: issued.randomElement(using: &random),
                as: Bool.random(using: &random) ? replaced : nil
            )
            for number in 0..<Int.random(in: 0...8, using: &random) {
                let start = Int.random(in: opened...900, using: &random)
                let hasEnded = Bool.random(using: &random)
                let waits = Bool.random(using: &random)
                issued.append(
                    recording.add(
                        label("#\(number) ", &random),
                        to: group,
                        from: start,
                        started: waits
                            ? [nil, start + 50].randomElement(using: &random) ?? nil : start,
                        to: hasEnded ? start + Int.random(in: 50...400, using: &random) : nil,
                        hasEnded ? outcomes.randomElement(using: &random) ?? .failed : .pending,
                        issuer: issued.randomElement(using: &random)
                    )
                )
            }
        }
        recording.omitted = Int.random(in: 0...1, using: &random)
        return recording
    }

    private static let outcomes = TimelineRecording.Outcome.allCases.filter { $0 != .pending }

    private static func label(_ prefix: String, _ random: inout SeededGenerator) -> String {
        var label = prefix
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let isHarmful = Int.random(in: 0..<10, using: &random) == 0
            label +=
                (isHarmful
                    ? harmful.randomElement(using: &random)
                    : pieces.randomElement(using: &random)?.text) ?? ""
        }
        return label
    }
}
