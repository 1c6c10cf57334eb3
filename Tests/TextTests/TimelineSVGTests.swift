@testable import Interception
@testable import InterceptionTestSupport

@Suite struct `A timeline as SVG` {
    @Test func `the SVG shows every request with a tooltip, in light and dark colors (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let first = recording.add("GET <a> & \"b\"", to: page, from: 0, to: 50)
        recording.add("second", to: page, from: 50, started: 75, to: 100, .failed, issuer: first)
        #expect(
            recording.svg() == """
                <svg xmlns="http://www.w3.org/2000/svg" width="755" height="84" viewBox="0 0 755 84" role="img">
                <title>page</title>
                <style>
                \(TimelineSVG.style)
                </style>
                <rect class="page" width="100%" height="100%"/>
                <g transform="translate(12 0)">
                <text class="header" y="22">page: 100 ms, 2 requests, 1 failed</text>
                <path class="link" d="M387.0 42V62"/>
                <g class="row succeeded critical" transform="translate(0 32)"><title>GET &lt;a&gt; &amp; &quot;b&quot;: ran 50 ms, succeeded</title><text class="path" y="14">◆</text><text x="14" y="14">GET &lt;a&gt; &amp; &quot;b&quot;</text><rect class="running" x="107.0" y="4" width="280.0" height="12" rx="2"/><text class="time" x="393.0" y="14">50 ms</text></g>
                <g class="row failed critical" transform="translate(0 52)"><title>second: issued by a callback of GET &lt;a&gt; &amp; &quot;b&quot;, waited 25 ms, ran 25 ms, failed</title><text class="path" y="14">◆</text><text x="14" y="14">↳ second</text><rect class="waiting" x="387.0" y="4" width="140.0" height="12" rx="2"/><rect class="running" x="527.0" y="4" width="140.0" height="12" rx="2"/><text class="time" x="673.0" y="14">50 ms</text></g>
                </g>
                </svg>

                """
        )
    }

    @Test func `an SVG runs no script and loads nothing`() {
        let svg = TimelineRecording.page.svg()
        #expect(svg.contains("prefers-color-scheme: dark"))
        for forbidden in ["<script", "href", "@import", "url(", "onload"] {
            #expect(!svg.contains(forbidden))
        }
    }

    @Test func `an SVG contains no characters that XML forbids (O3)`() {
        #expect("a\u{FFFE}<\u{FFFF}>".escapedForXML == "a &lt; &gt;")
    }

    @Test func `in an SVG, a line leads from a batch to a request that its callback issued (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let batch = recording.add("batch", to: page, from: 0, to: 50)
        recording.open("batch", from: 0, to: 50, in: page, as: batch)
        recording.add("next", to: page, from: 50, to: 100, issuer: batch)
        #expect(recording.svg().matches(of: /class="link" d="M[\d.]+ 42V62"/).count == 1)
    }

    @Test func `a request without duration has a visible bar (O2)`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        recording.add("request", to: page, from: 50, to: 50)
        #expect(recording.svg().contains(#"y="4" width="1.5""#))
    }

    @Test func `the title of an SVG has the names of the outermost groups`() {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        recording.open("inner", from: 0, to: 100, in: page)
        recording.open("settings", from: 0, to: 100)
        #expect(recording.svg().contains("<title>page, settings</title>"))
    }
}
