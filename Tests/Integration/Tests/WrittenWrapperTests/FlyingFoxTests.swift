import FlyingFox
import WrittenWrappers

/// Tests of the unedited output of `swift package wrap-client Fox`.
@Suite(.timeLimit(.minutes(10)))
struct `The wrapper that the command writes for a class around FlyingFox's client` {
    @Test func `a request is in the group until its method returns or throws (M8)`() async throws {
        let server = try await Server.shared.value
        let fox = InterceptingClient(Fox(port: UInt16(server.port)))
        let outcome = await withRequestGroupOutcome("page") { group in
            let response = try? await fox.send(request(server.url("echo")))
            #expect(response?.statusCode == .ok)
            #expect("\(group.progress)" == "1 of 1 finished")
            _ = try? await fox.send(request(server.url("reset")))
        }
        #expect(outcome.failures.map(\.label) == ["send"])
    }

    private func request(_ url: URL) -> HTTPRequest {
        HTTPRequest(
            method: .GET,
            version: .http11,
            path: url.path,
            query: [.init(name: "run", value: UUID().uuidString)],
            headers: [.host: "127.0.0.1"],
            body: Data()
        )
    }
}
