import Foundation
import Interception
import OldApp
import PageServer
import Verdict

/// A program that loads the page of an old app over HTTP, and prints one trace of the app and its server.
///
/// If an argument names a folder, the program writes the app's trace as OpenTelemetry JSON and the recording as a table
/// into that folder. The exit status is 0 if all checks hold.
@main
enum Trace {
    static func main() async throws {
        let (server, page) = (try await PageServer.start(), TracedPage())
        NetworkTool.shared.baseURL = server.baseURL
        page.start(.shared)
        try await page.load()
        await server.stop()

        let served = server.served
        let recording = page.timeline.recording
        let trace = JoinedTrace(recording, served)
        print("Trace \(recording.groups[0].traceID), of the app and of \(server.baseURL)\n")
        print(trace.lines.joined(separator: "\n"))

        var checks = Checks()
        let parents = served.map { $0.traceParent.flatMap { TraceParent($0) } }
        checks.expect("requests without a trace", parents.count { $0 == nil }, is: 0)
        checks.expect("traces", Set(parents.map { $0?.traceID }), is: [recording.groups[0].traceID])
        checks.expect("spans of the server", served.count, is: trace.requests.count)
        checks.expect(
            "requests with one span there",
            trace.requests.count { $0.served.count == 1 },
            is: served.count
        )
        checks.expect(
            "names",
            trace.requests.allSatisfy { matches($0.request, $0.served.first) },
            is: true
        )
        print("\n\(checks)")

        if let path = CommandLine.arguments.dropFirst().first {
            let folder = URL(fileURLWithPath: path)
            try recording.otlp(service: "old app", maximumSpans: .max)[0]
                .write(
                    to: folder.appendingPathComponent("trace.json"),
                    atomically: true,
                    encoding: .utf8
                )
            try RecordingTable(recording).text
                .write(
                    to: folder.appendingPathComponent("recording.tsv"),
                    atomically: true,
                    encoding: .utf8
                )
        }
        exit(checks.haveSucceeded ? EXIT_SUCCESS : EXIT_FAILURE)
    }

    /// Returns a Boolean value that indicates whether the app and the server recorded the same request.
    private static func matches(
        _ request: TimelineRecording.Request,
        _ served: ServedRequest?
    ) -> Bool {
        served?.name.replacingOccurrences(of: " /", with: " ") == request.label
    }
}
