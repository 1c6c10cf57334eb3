import Foundation
import Testing

@testable import Interception

@Suite struct `A timeline as trace events` {
    @Test func `O2: is a thread for each request, with arrows from who issued it`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let first = recording.add("GET \"a\"\\\n", to: page, from: 0, to: 50)
        recording.add("second", to: page, from: 50, started: 75, to: 100, .failed, issuer: first)
        #expect(
            recording.traceEvents() == #"""
                {"displayTimeUnit": "ms", "otherData": {"omitted": 0}, "traceEvents": [
                {"ph": "M", "name": "process_name", "cat": "__metadata", "pid": 1, "tid": 0, "ts": 0.000, "args": {"name": "page"}},
                {"ph": "M", "name": "thread_name", "cat": "__metadata", "pid": 1, "tid": 0, "ts": 0.000, "args": {"name": "page"}},
                {"ph": "X", "name": "page", "cat": "group", "pid": 1, "tid": 0, "ts": 0.000, "dur": 100000.000, "args": {}},
                {"ph": "M", "name": "thread_name", "cat": "__metadata", "pid": 1, "tid": 1, "ts": 0.000, "args": {"name": "GET \"a\"\\\u000a"}},
                {"ph": "M", "name": "thread_sort_index", "cat": "__metadata", "pid": 1, "tid": 1, "ts": 0.000, "args": {"sort_index": 1}},
                {"ph": "X", "name": "GET \"a\"\\\u000a", "cat": "request", "pid": 1, "tid": 1, "ts": 0.000, "dur": 50000.000, "args": {"outcome": "succeeded", "critical path": true}},
                {"ph": "M", "name": "thread_name", "cat": "__metadata", "pid": 1, "tid": 2, "ts": 0.000, "args": {"name": "↳ second"}},
                {"ph": "M", "name": "thread_sort_index", "cat": "__metadata", "pid": 1, "tid": 2, "ts": 0.000, "args": {"sort_index": 2}},
                {"ph": "X", "name": "waiting", "cat": "waiting", "pid": 1, "tid": 2, "ts": 50000.000, "dur": 25000.000, "args": {"outcome": "failed", "critical path": true}},
                {"ph": "X", "name": "second", "cat": "request", "pid": 1, "tid": 2, "ts": 75000.000, "dur": 25000.000, "args": {"outcome": "failed", "critical path": true}},
                {"ph": "s", "name": "issued", "cat": "flow", "pid": 1, "tid": 1, "ts": 50000.000, "id": 1000002},
                {"ph": "f", "name": "issued", "cat": "flow", "pid": 1, "tid": 2, "ts": 50000.000, "id": 1000002, "bp": "e"}
                ]}

                """#
        )
    }

    @Test func `groups at the same time are processes on one scale`() throws {
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
}

/// An event of a trace, read back.
struct TraceEvent {
    let name: String
    let phase: String
    let process: Int
    let start: Double
    let duration: Double?

    static func all(in json: String) throws -> [TraceEvent] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let document = try #require(object as? [String: Any])
        let events = try #require(document["traceEvents"] as? [[String: Any]])
        return try events.map { event in
            TraceEvent(
                name: try #require(event["name"] as? String),
                phase: try #require(event["ph"] as? String),
                process: try #require(event["pid"] as? Int),
                start: try #require((event["ts"] as? NSNumber)?.doubleValue),
                duration: (event["dur"] as? NSNumber)?.doubleValue
            )
        }
    }
}
