import GroupContext

// The timeline in the Trace Event format.
extension TimelineRecording {
    /// Returns the groups in the Trace Event format, which Perfetto and `chrome://tracing` open.
    ///
    /// Each outermost group is a process. Each request and each group is a thread of the process, so that
    /// overlapping requests are side by side. An arrow leads from each request to the requests that its callbacks
    /// issued.
    public func traceEvents() -> String {
        let charts = TimelineChart.charts(of: self)
        let start = charts.map(\.start).min() ?? time
        // Viewers show a thread first if its number is 0 or the number of its process. Only the thread of an outermost
        // group gets such a number. The other threads therefore start after the last process number.
        var thread = charts.count + 1
        var document = ""
        // Reserve the memory, because growing copies the text and needs the memory of both copies.
        document.reserveCapacity(charts.reduce(0) { $0 + $1.rows.count } * 512)
        document += """
            {"displayTimeUnit": "ms", "otherData": {"omitted": \(omitted)}, "traceEvents": [

            """
        for (index, chart) in charts.enumerated() {
            TimelineTrace(
                chart: chart,
                end: end(of: chart.root),
                process: index + 1,
                firstRow: thread,
                start: start
            )
            .write(to: &document)
            thread += chart.rows.count
        }
        document += "\n]}\n"
        return document
    }
}

private struct TimelineTrace {
    let chart: TimelineChart
    /// The end of the outermost group.
    let end: TimelineTime
    /// The number of the process, which is also the number of the outermost group's thread.
    let process: Int
    let firstRow: Int
    let start: TimelineTime

    func write(to document: inout String) {
        let name = chart.root.name
        let head: UTF8Text = """
            \(process > 1 ? ",\n" : "")\(metadata("process_name", "name", "\(json: name)", process)),
            \(metadata("thread_name", "name", "\(json: name)", process)),
            \(slice(name, "group", process, from: chart.root.openedAt, to: end))
            """
        document += head
        let positions = chart.positions
        for (index, row) in chart.rows.enumerated() {
            let source = row.issuer.flatMap { positions[$0] }.map { firstRow + $0 }
            document += events(of: row, firstRow + index, from: source)
        }
    }

    private func events(of row: TimelineChart.Row, _ thread: Int, from source: Int?) -> UTF8Text {
        var events: UTF8Text = """
            ,
            \(metadata("thread_name", "name", "\(json: row.label)", thread)),
            \(metadata("thread_sort_index", "sort_index", "\(thread)", thread))
            """
        let outcome: UTF8Text = row.isGroup ? "" : #""outcome": "\#(row.outcome)", "#
        let details: UTF8Text = #"\#(outcome)"critical path": \#(row.isCritical)"#
        if row.hasWaited {
            let waited = row.started ?? row.end
            events += """
                ,
                \(slice("waiting", "waiting", thread, from: row.start, to: waited, details))
                """
        }
        if let started = row.started {
            let category = row.isGroup ? "group" : "request"
            events += """
                ,
                \(slice(row.name, category, thread, from: started, to: row.end, details))
                """
        }
        if let source {
            let id: UTF8Text = #""id": \#(thread)"#
            events += """
                ,
                \(event("s", "issued", "flow", source, at: row.start, id)),
                \(event("f", "issued", "flow", thread, at: row.start, #"\#(id), "bp": "e""#))
                """
        }
        return events
    }

    private func slice(
        _ name: String,
        _ category: String,
        _ thread: Int,
        from first: TimelineTime,
        to last: TimelineTime,
        _ details: UTF8Text = ""
    ) -> UTF8Text {
        let duration = microseconds(max(last - first, 0))
        let rest: UTF8Text = #""dur": \#(duration), "args": {\#(details)}"#
        return event("X", name, category, thread, at: first, rest)
    }

    private func microseconds(_ nanoseconds: Double) -> String {
        Duration.decimal(nanoseconds / 1e3, digits: 3)
    }

    private func metadata(
        _ name: String,
        _ key: String,
        _ value: UTF8Text,
        _ thread: Int
    ) -> UTF8Text {
        """
        {"ph": "M", "name": "\(name)", "cat": "__metadata", "pid": \(process), "tid": \(thread), \
        "ts": 0.000, "args": {"\(key)": \(value)}}
        """
    }

    private func event(
        _ phase: String,
        _ name: String,
        _ category: String,
        _ thread: Int,
        at time: TimelineTime,
        _ rest: UTF8Text
    ) -> UTF8Text {
        """
        {"ph": "\(phase)", "name": \(json: name), "cat": "\(category)", "pid": \(process), \
        "tid": \(thread), "ts": \(microseconds(time - start)), \(rest)}
        """
    }
}
