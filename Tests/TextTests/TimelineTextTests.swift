@testable import Interception
@testable import InterceptionTestSupport

@Suite struct `A timeline as text` {
    @Test func `the chart shows every request, its outcome and the critical path (O2)`() {
        #expect(
            TimelineRecording.page.text(width: 72) == """
                home pa…: 1.24 s, 8 requests, 1 failed, 1 lost, 1 timed out, 1 cancelled
                ◆ GET /user               ██████████                              310 ms
                  images                  ─────────────────────────────           880 ms
                    GET /a.png            █████████████                           380 ms
                    GET /b.png            ░░░░░░░░░░░░██████████✗                 670 ms
                    GET /c.png             ░░░░░░░░░░░░░░░░░░░░░██████?           860 ms
                    GET /d.png             ░░░░░░░░░░░░░░░░░░░░░░░░░░░⊘           850 ms
                ◆ ↳ GET /feed                      █████████████████              520 ms
                ◆ ↳ GET /漢字/🚀/comments                          ██████████████ 430 ms
                  GET <ad> & "more"                                ████████████!  380 ms
                ◆ critical path  ░ waiting  █ running  ─ group  ✗ failed
                ? lost its callback  ! timed out  ⊘ cancelled
                """
        )
    }

    @Test func `long labels are truncated, and wide characters take two columns`() {
        let lines = TimelineRecording.page.text(width: 40).split(separator: "\n")
        #expect(lines[0] == "home page: 1.24 s, 8 requests, 1 failed…")
        #expect(lines[8] == "◆ ↳ GET /漢字/🚀…          ██████ 430 ms")
        #expect(lines[9] == #"  GET <ad> & "mo…          █████! 380 ms"#)
    }

    @Test(arguments: [("a", 1), ("é", 1), ("漢", 2), ("🚀", 2), ("❤", 1), ("❤\u{FE0F}", 2)])
    func `an emoji takes two columns, also if a variation selector makes it an emoji`(
        text: String,
        columns: Int
    ) { #expect(text.columns == columns) }

    @Test(arguments: [(0, "page: 0 requests"), (1, "page: 1 request"), (2, "page: 2 requests")])
    func `a recorded group's description counts requests (O2)`(count: Int, description: String) {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        for _ in 0..<count { recording.add("request", to: page, from: 0, to: 10) }
        #expect("\(recording.groups[page])" == description)
    }

    @Test(arguments: [(34, "\n"), (35, "  ")])
    func `a legend wider than the text takes another line (O2)`(width: Int, separator: String) {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        recording.add("request", to: page, from: 0, to: 100)
        recording.open("inner", from: 0, to: 100, in: page)
        let legend = "◆ critical path  █ running\(separator)─ group"
        #expect(recording.text(width: width).hasSuffix("\n\(legend)"))
    }

    @Test func `labels in deeply nested groups are indented by 16 columns at most (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        for depth in 0..<12 {
            recording.open("nested", from: 0, to: 100, in: depth == 0 ? nil : depth - 1)
        }
        let indents = recording.text().matches(of: /\n( +)nested/).map(\.1.count)
        #expect(indents == [2, 4, 6, 8, 10, 12, 14, 16, 18, 18, 18])
    }

    @Test(arguments: [(71, "home page: 1.24 s, 8"), (72, "home pa…: 1.24 s, 8")])
    func `a header shows at least eight characters of a name (O2)`(width: Int, start: String) {
        #expect(TimelineRecording.page.text(width: width).hasPrefix(start))
    }

    @Test func `an arrow marks each request and each group that a callback issued (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let first = recording.add("first", to: page, from: 0, to: 50)
        recording.open("inner", from: 50, to: 100, in: page, issuer: first)
        recording.add("second", to: page, from: 60, to: 100, issuer: first)
        let labels = recording.text().matches(of: /↳ \w+/).map(\.output)
        #expect(labels == ["↳ inner", "↳ second"])
    }

    @Test(arguments: [(Int.min, 32), (0, 32), (31, 32), (1_001, 1_000), (.max, 1_000)])
    func `a chart's width is 80 by default, and is limited (O2)`(width: Int, drawn: Int) {
        #expect(TimelineRecording.page.text() == TimelineRecording.page.text(width: 80))
        let text = TimelineRecording.page.text(width: width)
        #expect(text == TimelineRecording.page.text(width: drawn))
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= drawn })
    }

    @Test func `a running request is drawn up to the end of the recording`() {
        var recording = TimelineRecording(takenAt: 1_000)
        let page = recording.open("page", from: 0, to: nil)
        recording.add("first", to: page, from: 0, to: nil, .pending)
        recording.add("second", to: page, from: 500, started: nil, to: nil, .pending)
        let inner = recording.open("inner", from: 750, to: nil, in: page)
        recording.add("third", to: inner, from: 750, to: 800)
        #expect(
            recording.text(width: 60) == """
                page: 1.00 s so far, 3 requests, 2 running
                  first   ██████████████████████████████████████████▸ 1.00 s
                ◆ second                       ░░░░░░░░░░░░░░░░░░░░░▸ 500 ms
                  inner                                   ──────────▸ 250 ms
                    third                                 ███          50 ms
                ◆ critical path  ░ waiting  █ running  ─ group  ▸ goes on
                """
        )
    }

    @Test func `outermost groups are below each other, and omitted entries are counted (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        recording.open("empty", from: 0, to: 0)
        let page = recording.open("a page with a name that is longer than a line", from: 0, to: 10)
        recording.add("request", to: page, from: 0, to: 10)
        recording.omitted = 1
        #expect(
            recording.text(width: 32) == """
                empty: 0.0 ms, 0 requests

                a page with a…: 10 ms, 1 request
                ◆ request ████████████████ 10 ms
                ◆ critical path  █ running

                and 1 more were not recorded
                """
        )
        recording.omitted = 123_456
        #expect(recording.text(width: 32).hasSuffix("\nand 123456 more were not record…"))
        #expect(TimelineRecording(takenAt: 0).text() == "no group was recorded")
    }

    @Test func `the group of a plan is drawn in place of the plan's request`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let batch = recording.add("batch", to: page, from: 0, to: 101)
        let inside = recording.open("batch", from: 0, to: 100, in: page, as: batch)
        recording.add("one", to: inside, from: 0, to: 40)
        recording.add("two", to: inside, from: 0, to: 100)
        #expect(
            recording.text(width: 40) == """
                page: 100 ms, 3 requests
                ◆ batch ───────────────────────── 100 ms
                    one ███████████                40 ms
                ◆   two █████████████████████████ 100 ms
                ◆ critical path  █ running  ─ group
                """
        )
    }

    @Test(arguments: [
        (Duration.zero, "0.0 ms"), (.microseconds(40), "0.0 ms"), (.microseconds(1_250), "1.3 ms"),
        (.microseconds(9_949), "9.9 ms"), (.microseconds(9_950), "10 ms"),
        (.milliseconds(999), "999 ms"), (.microseconds(999_500), "1.00 s"),
        (.milliseconds(1_240), "1.24 s"), (.milliseconds(12_345), "12.3 s"),
        (.milliseconds(9_994), "9.99 s"), (.milliseconds(9_995), "10.0 s"),
        (.milliseconds(99_949), "99.9 s"), (.milliseconds(99_950), "100 s"),
        (.seconds(100), "100 s"), (.milliseconds(-20), "-20.0 ms"),
        (.seconds(Int.max), "100000000000000 s"), (.seconds(Int.min), "-100000000000000000.0 ms"),
    ])
    func `a duration is written in milliseconds or seconds, with at most three digits`(
        duration: Duration,
        text: String
    ) { #expect(duration.short == text) }
}
