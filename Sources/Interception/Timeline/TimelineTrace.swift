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
        let start = charts.map(\.start).min() ?? instant
        // Viewers show a thread first if its number is 0 or the number of its process. Only the thread of an outermost
        // group gets such a number. The other threads therefore start after the last process number.
        var thread = charts.count + 1
        var document = JSONDocument()
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
        return document.text
    }
}

private struct TimelineTrace {
    let chart: TimelineChart
    /// The end of the outermost group.
    let end: ContinuousClock.Instant
    /// The number of the process, which is also the number of the outermost group's thread.
    let process: Int
    let firstRow: Int
    let start: ContinuousClock.Instant

    /// Writes the events row by row; a list of all events would take much more memory than their text.
    func write(to document: inout JSONDocument) {
        let name = chart.root.name
        let head = [
            metadata("process_name", "name", .text(name), process),
            metadata("thread_name", "name", .text(name), process),
            slice(name, "group", process, from: chart.root.opened, to: end),
        ]
        for event in head { document.append(line: event) }
        for (index, row) in chart.rows.enumerated() {
            for event in events(of: row, thread: firstRow + index) { document.append(line: event) }
        }
    }

    private func events(of row: TimelineChart.Row, thread: Int) -> [JSONValue] {
        let names = [
            metadata("thread_name", "name", .text(row.label), thread),
            metadata("thread_sort_index", "sort_index", .number("\(thread)"), thread),
        ]
        let critical = [("critical path", JSONValue.flag(row.isCritical))]
        switch row.content {
        case .group(let group):
            let slice = slice(group.name, "group", thread, from: row.start, to: row.end, critical)
            return names + [slice] + flow(to: row, thread)
        case .request(let request):
            let details = [("outcome", JSONValue.text(request.outcome.description))] + critical
            var slices: [JSONValue] = []
            if request.hasWaited {
                let waited = request.started ?? row.end
                slices.append(
                    slice("waiting", "waiting", thread, from: row.start, to: waited, details)
                )
            }
            if let started = request.started {
                slices.append(
                    slice(request.label, "request", thread, from: started, to: row.end, details)
                )
            }
            return names + slices + flow(to: row, thread)
        }
    }

    private func flow(to row: TimelineChart.Row, _ thread: Int) -> [JSONValue] {
        guard let issuer = row.issuer, let source = chart.positions[issuer] else { return [] }
        let id = JSONValue.number("\(thread)")
        return [
            event("s", "issued", "flow", firstRow + source, at: row.start, [("id", id)]),
            event("f", "issued", "flow", thread, at: row.start, [("id", id), ("bp", .text("e"))]),
        ]
    }

    private func slice(
        _ name: String,
        _ category: String,
        _ thread: Int,
        from first: ContinuousClock.Instant,
        to last: ContinuousClock.Instant,
        _ details: [(String, JSONValue)] = []
    ) -> JSONValue {
        let duration = JSONValue.microseconds(max(last - first, .zero))
        return event(
            "X",
            name,
            category,
            thread,
            at: first,
            [("dur", duration), ("args", .object(details))]
        )
    }

    private func metadata(
        _ name: String,
        _ key: String,
        _ value: JSONValue,
        _ thread: Int
    ) -> JSONValue {
        event("M", name, "__metadata", thread, at: start, [("args", .object([(key, value)]))])
    }

    private func event(
        _ phase: String,
        _ name: String,
        _ category: String,
        _ thread: Int,
        at instant: ContinuousClock.Instant,
        _ rest: [(String, JSONValue)]
    ) -> JSONValue {
        .object(
            [
                ("ph", .text(phase)), ("name", .text(name)), ("cat", .text(category)),
                ("pid", .number("\(process)")), ("tid", .number("\(thread)")),
                ("ts", .microseconds(instant - start)),
            ] + rest
        )
    }
}
