@testable import Interception
@testable import InterceptionTestSupport

private let known = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

@Suite struct `Trace fields of a request and of its app` {
    @Test(arguments: [known, "  \(known)\t"], [true, false])
    func `a request's own trace fields override the app's, even with spaces around them (O4)`(
        header: String,
        isInGroup: Bool
    ) throws {
        let other = "00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b8-01"
        let headers = TraceHeaders(
            hosts: ["api.test"],
            parent: { _ in TraceParent(other) },
            baggage: { _ in "user=1" }
        )
        let group = isInGroup ? RequestGroup(opening: "page", options: []) : nil
        defer { group?.close(bodyThrew: false) }
        var request = try request("https://api.test/a")
        request.setValue(header, forHTTPHeaderField: "traceparent")
        request.setValue("own=1", forHTTPHeaderField: "baggage")
        headers.add(to: &request, of: RequestIdentity(of: RequestMetadata(), in: group))
        let sent = request.value(forHTTPHeaderField: "traceparent") ?? ""
        let parent = TraceParent(sent.trimmingCharacters(in: .whitespaces))
        #expect(parent?.traceID == TraceParent(known)?.traceID)
        #expect(request.value(forHTTPHeaderField: "baggage") == "own=1")
    }

    @Test(arguments: [("a=1", true), ("", false), ("ü=1", false), ("a=1\u{7F}", false)])
    func `baggage is sent only if it is a line of ASCII (O4)`(baggage: String, isSent: Bool) throws
    {
        let headers = TraceHeaders(hosts: ["api.test"], baggage: { _ in baggage })
        var request = try request("https://api.test/a")
        headers.add(to: &request, of: nil)
        #expect(request.value(forHTTPHeaderField: "baggage") == (isSent ? baggage : nil))
    }
}
