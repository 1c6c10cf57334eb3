@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Secrets in descriptions` {
    @Test func `descriptions of failures show neither URLs nor messages (O3)`() async throws {
        let url = try #require(URL(string: "https://api.test/feed?token=secret"))
        let failing: [any Error] = [
            URLError(
                .timedOut,
                userInfo: [NSURLErrorFailingURLErrorKey: url, NSLocalizedDescriptionKey: "secret"]
            ),
            NSError(domain: "net", code: 7, userInfo: [NSURLErrorFailingURLErrorKey: url]),
            NSError(domain: "net", code: 1, userInfo: [NSLocalizedDescriptionKey: "secret"]),
            Rejected(url: url), Status.rejected(url), ClientError("secret"),
        ]
        let (recorder, client) = (EventRecorder(), ManualClient())
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page", options: .observer(recorder)) {
                for (index, error) in failing.enumerated() {
                    InterceptingClient(client).get("\(index)")
                    try client.take("\(index)").failure?(error)
                }
            }
        }
        let shown = try #require(error).description
        #expect(!shown.contains("secret"))
        #expect(!"\(try #require(error).failures)".contains("secret"))
        #expect(!recorder.events.contains { "\($0)".contains("secret") })
        for part in ["page", "GET 0", "GET 5", "-1001", "net 7", "Rejected", "rejected"] {
            #expect(shown.contains(part), "\(part) is missing in: \(shown)")
        }
        // The failures still contain the errors.
        #expect((error?.failures.first?.error as? URLError)?.code == .timedOut)
    }

    @Test func `an NSError is shown by its domain and code, even if the code is 1 (O3)`() throws {
        let url = try #require(URL(string: "https://api.test/feed?token=secret"))
        #expect(summary(of: NSError(domain: "net", code: 1)) == "net 1")
        #expect(summary(of: NSError(domain: "net", code: 7)) == "net 7")
        #expect(summary(of: Rejected(url: url)) == "Rejected")
    }

    @Test func `an error that describes or reflects itself is shown without its text (O3)`() {
        #expect(summary(of: Described.first) == "Described 0")
        #expect(summary(of: Described.second) == "Described")
        #expect(summary(of: DescribedPayload.only("secret")) == "DescribedPayload.only")
        #expect(summary(of: DebugDescribed.only) == "DebugDescribed 0")
        #expect(summary(of: Streamed.only) == "Streamed 0")
        #expect(summary(of: Reflected()) == "Reflected")
        #expect(summary(of: Plain.only) == "Plain.only")
    }

    private enum Plain: Error { case only }

    private enum Described: Error, CustomStringConvertible {
        case first, second

        var description: String { "secret" }
    }

    private enum DescribedPayload: Error, CustomStringConvertible {
        case only(String)

        var description: String { "secret" }
    }

    private enum DebugDescribed: Error, CustomDebugStringConvertible {
        case only

        var debugDescription: String { "secret" }
    }

    private enum Streamed: Error, TextOutputStreamable {
        case only

        func write(to target: inout some TextOutputStream) { target.write("secret") }
    }

    private struct Reflected: Error, CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: ["secret": 1], displayStyle: .enum) }
    }

    private struct Rejected: Error { let url: URL }

    private enum Status: Error { case rejected(URL) }
}
