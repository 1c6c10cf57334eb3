import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import WrittenWrapper

/// Tests of the unedited output of `swift package wrap-client HTTPClient`.
@Suite(.timeLimit(.minutes(10))) struct `The wrapper that the command writes for AsyncHTTPClient` {
    private let client = InterceptingClient(HTTPClient.shared)

    @Test
    func `a request is in the group until its future's callbacks have run (M1)`() async throws {
        let url = try await Server.shared.value.url("echo").absoluteString
        let notes = Notes<String>()
        let group = try await withRequestGroup("page") { group in
            client.get(url: url)
                .whenSuccess { response in
                    let name = RequestGroup.current?.name ?? "none"
                    notes.append("\(response.status.code) in \(name)")
                }
            #expect(group.progress.total == 1)
            return group
        }
        #expect(notes.entries == ["200 in page"])
        #expect("\(group.progress)" == "1 of 1 finished")
    }

    @Test func `a failed request is reported with its method as the label (C2)`() async throws {
        let url = try await Server.shared.value.url("reset").absoluteString
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                client.get(url: url).whenComplete { _ in }
                client.post(url: url).whenComplete { _ in }
            }
        }
        #expect(error?.failures.map(\.label) == ["get", "post"])
    }
}
