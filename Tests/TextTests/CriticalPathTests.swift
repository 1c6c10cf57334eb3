@testable import Interception
@testable import InterceptionTestSupport

@Suite struct `The critical path` {
    private var recording = TimelineRecording(takenAt: 0)
    private let page: Int

    init() { page = recording.open("page", from: 0, to: 100) }
    private var path: [String] { labels(of: page, in: recording) }

    private func labels(of group: Int, in recording: TimelineRecording) -> [String] {
        recording.criticalPath(of: recording.groups[group].id).compactMap { recording[$0]?.label }
    }

    @Test func `the critical path goes from the request that ended last back through issuers`() {
        #expect(labels(of: 0, in: .page) == ["GET /user", "GET /feed", "GET /漢字/🚀/comments"])
    }

    @Test mutating func `in the critical path, a waiting request follows its permit's holder`() {
        let first = recording.add("first", to: page, from: 0, to: 30)
        recording.add("quick", to: page, from: 0, to: 40)
        recording.add("slow", to: page, from: 0, to: 60)
        recording.add("never started", to: page, from: 0, started: nil, to: 60, .cancelled)
        recording.add("last", to: page, from: 30, started: 60, to: 100, issuer: first)
        #expect(path == ["slow", "last"])
    }

    @Test mutating func `the critical path may lead to a permit's holder in another group`() {
        let inner = recording.open("inner", from: 0, to: 50, in: page)
        recording.add("early", to: page, from: 0, to: 5)
        recording.add("before", to: inner, from: 0, to: 50)
        recording.add("last", to: page, from: 10, started: 50, to: 100)
        #expect(path == ["before", "last"])
    }

    @Test mutating func `the critical path contains a batch and its request that ended last`() {
        let first = recording.add("first", to: page, from: 0, to: 20)
        let batch = recording.add("batch", to: page, from: 20, to: 90, issuer: first)
        let inside = recording.open("batch", from: 20, to: 90, in: page, issuer: first, as: batch)
        recording.add("one", to: inside, from: 20, to: 30, issuer: first)
        recording.add("two", to: inside, from: 20, to: 89, issuer: first)
        recording.add("last", to: page, from: 90, to: 100, issuer: batch)
        #expect(path == ["first", "batch", "two", "last"])
    }

    @Test mutating func `the critical path goes from a group to the callback that opened it`() {
        let first = recording.add("first", to: page, from: 0, to: 30)
        recording.add("slow", to: page, from: 0, to: 70)
        let inner = recording.open("inner", from: 30, to: 100, in: page, issuer: first)
        recording.add("inside", to: inner, from: 31, to: 100)
        #expect(path == ["first", "inside"])
    }

    @Test mutating func `the critical path ends where a recording has a cycle`() {
        for (label, group, index) in [("a", page, 1), ("b", page, 0), ("c", 7, 7)] {
            let issuer = TimelineRecording.id(group: group, index: index)
            recording.add(label, to: page, from: 0, to: 0, issuer: issuer)
        }
        #expect(path == ["c"])
        #expect(recording.criticalPath(of: SpanID()).isEmpty)
        recording.groups[0].requests.removeLast()
        #expect(path == ["a", "b"])
    }

    @Test mutating func `the critical path contains all requests that a body awaits in sequence`() {
        recording.add("first", to: page, from: 0, to: 30)
        recording.add("quick", to: page, from: 0, to: 20)
        let inner = recording.open("inner", from: 31, to: 60, in: page)
        recording.add("inside", to: inner, from: 32, to: 59)
        recording.add("last", to: page, from: 61, to: 100)
        #expect(path == ["first", "inside", "last"])
    }

    @Test mutating func `the critical path begins with a request issued while another ran`() {
        recording.add("first", to: page, from: 0, to: 30)
        recording.add("slow", to: page, from: 0, to: 70)
        recording.add("last", to: page, from: 31, to: 100)
        #expect(path == ["last"])
        // The same applies to the request of a nested group that ends last.
        let beside = recording.open("beside", from: 0, to: 120, in: page)
        recording.add("alone", to: beside, from: 80, to: 120)
        #expect(path == ["alone"])
    }

    @Test func `the critical path of a group without requests is empty`() { #expect(path.isEmpty) }

    @Test mutating func `a nested group's critical path contains no running outer request`() {
        recording.add("running", to: page, from: 0, to: nil, .pending)
        recording.add("quick", to: page, from: 10, to: 20)
        let inner = recording.open("inner", from: 30, to: 50, in: page)
        recording.add("inside", to: inner, from: 31, to: 50)
        #expect(labels(of: inner, in: recording) == ["inside"])
    }
}
