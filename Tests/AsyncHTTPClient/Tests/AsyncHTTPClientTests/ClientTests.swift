import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Tests of third-party clients, wrapped with the public API only.
@Suite(.timeLimit(.minutes(10))) struct `Third-party clients` {
    let client = InterceptingClient(HTTPClient.shared)

    @Test
    func `one group waits for three clients, and is current in their callbacks`() async throws {
        let server = try await Server.shared.value
        let session = InterceptingClient(URLSession(configuration: .ephemeral))
        let notes = Notes<String>()
        let delegate = NotingDelegate(notes)
        let loader = GroupedPageLoader(PageLoader(client: .shared), delegate: delegate)

        let group = try await withRequestGroup("page") { group in
            session.dataTask(with: server.url("echo")) { _, _, _ in
                notes.append("session in \(RequestGroup.current?.name ?? "none")")
            }
            .resume()
            let request = try HTTPClient.Request(url: server.url("echo").absoluteString)
            client.execute(request: request)
                .whenComplete { _ in
                    notes.append("future in \(RequestGroup.current?.name ?? "none")")
                }
            loader.load(server.url("echo"))
            #expect(group.progress.total == 3)
            return group
        }
        #expect("\(group.progress)" == "3 of 3 finished")
        #expect(
            notes.entries.sorted() == [
                "future in page", "loaded GET  in page", "session in page", "status 200 in page",
            ]
        )
        session.invalidateAndCancel()
    }

    @Test func `failures of three kinds of methods are listed in issue order (C2)`() async throws {
        let url = try await Server.shared.value.url("reset")
        let delegate = NotingDelegate(Notes())
        let loader = GroupedPageLoader(PageLoader(client: .shared), delegate: delegate)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                let request = try HTTPClient.Request(url: url.absoluteString)
                client.execute(request: request).whenComplete { _ in }
                loader.load(url)
                _ = try? await client.execute(
                    HTTPClientRequest(url: url.absoluteString),
                    timeout: .seconds(10)
                )
            }
        }
        let label = "GET 127.0.0.1/reset"
        #expect(error?.failures.map(\.label) == [label, "page /reset", label])
    }

    @Test func `a group cancels a request whose method returned a future (P2)`() async throws {
        let server = try await Server.shared.value
        let run = UUID()
        let errors = Notes<any Error>()
        try await withRequestGroup(options: .tolerant) { group in
            let url = server.url("silent", run: run).absoluteString
            client.execute(request: try HTTPClient.Request(url: url))
                .whenFailure { errors.append($0) }
            await server.traffic.arrival(of: run)
            group.cancel()
        }
        #expect(errors.entries.map { $0 as? HTTPClientError } == [.cancelled])
    }
}

/// A delegate that records its calls and their groups.
private final class NotingDelegate: PageLoaderDelegate {
    private let notes: Notes<String>

    init(_ notes: Notes<String>) { self.notes = notes }

    func pageLoader(_ loader: PageLoader, didReceive status: Int, for url: URL) {
        notes.append("status \(status) in \(RequestGroup.current?.name ?? "none")")
    }

    func pageLoader(_ loader: PageLoader, didLoad page: String, from url: URL) {
        notes.append("loaded \(page) in \(RequestGroup.current?.name ?? "none")")
    }

    func pageLoader(_ loader: PageLoader, didFailToLoad url: URL, _ error: any Error) {
        notes.append("failed in \(RequestGroup.current?.name ?? "none")")
    }
}
