@testable import Interception
@testable import InterceptionTestSupport

@Suite struct `A timeline as trace events` {
    @Test func `in a trace, each request is a thread with an arrow from its issuer (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let first = recording.add("GET \"a\"\\\n", to: page, from: 0, to: 50)
        recording.add("second", to: page, from: 50, started: 75, to: 100, .failed, issuer: first)
        #expect(
            recording.traceEvents() == #"""
                {"displayTimeUnit": "ms", "otherData": {"omitted": 0}, "traceEvents": [
                {"ph": "M", "name": "process_name", "cat": "__metadata", "pid": 1, "tid": 1, "ts": 0.000, "args": {"name": "page"}},
                {"ph": "M", "name": "thread_name", "cat": "__metadata", "pid": 1, "tid": 1, "ts": 0.000, "args": {"name": "page"}},
                {"ph": "X", "name": "page", "cat": "group", "pid": 1, "tid": 1, "ts": 0.000, "dur": 100000.000, "args": {}},
                {"ph": "M", "name": "thread_name", "cat": "__metadata", "pid": 1, "tid": 2, "ts": 0.000, "args": {"name": "GET \"a\"\\ "}},
                {"ph": "M", "name": "thread_sort_index", "cat": "__metadata", "pid": 1, "tid": 2, "ts": 0.000, "args": {"sort_index": 2}},
                {"ph": "X", "name": "GET \"a\"\\ ", "cat": "request", "pid": 1, "tid": 2, "ts": 0.000, "dur": 50000.000, "args": {"outcome": "succeeded", "critical path": true}},
                {"ph": "M", "name": "thread_name", "cat": "__metadata", "pid": 1, "tid": 3, "ts": 0.000, "args": {"name": "↳ second"}},
                {"ph": "M", "name": "thread_sort_index", "cat": "__metadata", "pid": 1, "tid": 3, "ts": 0.000, "args": {"sort_index": 3}},
                {"ph": "X", "name": "waiting", "cat": "waiting", "pid": 1, "tid": 3, "ts": 50000.000, "dur": 25000.000, "args": {"outcome": "failed", "critical path": true}},
                {"ph": "X", "name": "second", "cat": "request", "pid": 1, "tid": 3, "ts": 75000.000, "dur": 25000.000, "args": {"outcome": "failed", "critical path": true}},
                {"ph": "s", "name": "issued", "cat": "flow", "pid": 1, "tid": 2, "ts": 50000.000, "id": 3},
                {"ph": "f", "name": "issued", "cat": "flow", "pid": 1, "tid": 3, "ts": 50000.000, "id": 3, "bp": "e"}
                ]}

                """#
        )
    }

    @Test func `quotes and backslashes are escaped in JSON (O2)`() {
        #expect(("\(json: #"a"b\c"#)" as UTF8Text).bytes == Array(#""a\"b\\c""#.utf8))
    }

    @Test func `in a trace, outermost groups are processes with a common time origin`() throws {
        var recording = TimelineRecording(takenAt: 100)
        for start in [0, 40] {
            let page = recording.open("page \(start)", from: start, to: start + 50)
            recording.add("request", to: page, from: start + 10, to: start + 20)
        }
        let slices = try TraceEvent.all(in: recording.traceEvents()).filter { $0.phase == "X" }
        #expect(slices.map(\.process) == [1, 1, 2, 2])
        #expect(slices.map(\.start) == [0, 10_000, 40_000, 50_000])
        #expect(slices.map(\.duration) == [50_000, 10_000, 50_000, 10_000])
    }

    @Test func `in a trace, each group and request has its own track and a category (O2)`() throws {
        var recording = TimelineRecording(takenAt: 100)
        for number in 0..<3 {
            let page = recording.open("page \(number)", from: 0, to: 100)
            let first = recording.add("request", to: page, from: 0, to: 20)
            let header = recording.open("header", from: 10, to: 60, in: page, issuer: first)
            recording.add("request", to: header, from: 20, started: 30, to: 40)
            let deep = recording.open("deep", from: 20, to: 50, in: header)
            recording.add("request", to: deep, from: 30, started: nil, to: 40, .cancelled)
            // A batch is drawn in place of its request in the enclosing group.
            let batch = recording.add("batch", to: page, from: 60, to: 90)
            recording.open("batch", from: 60, to: 90, in: page, as: batch)
        }
        let events = try TraceEvent.all(in: recording.traceEvents())
        // The bars of one request, waiting and running, are on one track.
        let bars = events.filter { $0.phase == "X" && $0.name != "waiting" }
        #expect(bars.count == 3 * 6)
        #expect(Set(bars.map(\.thread)).count == bars.count)
        for bar in bars {
            let isRequest = bar.name == "request"
            #expect(bar.category == (isRequest ? "request" : "group"))
        }
        // Every track has a name, and no track has the number 0, which viewers take for the main thread.
        let names = events.filter { $0.phase == "M" && $0.name == "thread_name" }
        #expect(names.count == 3 * 7)
        #expect(Set(names.map(\.thread)) == Set(events.map(\.thread)))
        #expect(events.allSatisfy { $0.thread > 0 })
        // The main thread of a process is its outermost group.
        for bar in bars where bar.thread == bar.process { #expect(bar.name.hasPrefix("page")) }
        #expect(bars.count { $0.thread == $0.process } == 3)
        // Each arrow leads from one track to another.
        let arrows = Dictionary(grouping: events.filter { $0.arrow != nil }, by: \.arrow)
        #expect(arrows.count == 3)
        #expect(arrows.values.allSatisfy { Set($0.map(\.thread)).count == 2 })
    }
}
