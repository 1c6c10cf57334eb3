import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct `Batches and chains on a real server` {
    private let session = InterceptingClient(
        configuration: .ephemeral,
        statusCheck: .successful
    )

    private func text(_ result: Result<LoadedResponse, any Error>) -> String {
        switch result {
        case .success(let response): String(decoding: response.data, as: UTF8.self)
        case .failure(let error): "\(error)"
        }
    }

    @Test func `a batch returns each result at the index of its request`() async throws {
        let server = try await Server.shared.value
        let paths = ["slow", "echo", "missing", "reset", "echo"]
        let batch = session.batch(paths.map { URLRequest(url: server.url($0)) }, options: .limit(2))
        let results = await batch.results()
        #expect((try? results[0].get())?.data.count == 50)
        #expect(text(results[1]) == "GET ")
        #expect(text(results[2]) == "HTTP status 404: Not Found")
        #expect((results[3].failure as? URLError) != nil)
        #expect(results.error?.failures.map(\.index) == [2, 3])
        #expect(batch.progress.description == "5/5 finished, 2 failed")
        #expect(batch.progress.receivedBytes == 58)
    }

    @Test func `a batch that fails fast does not wait for a silent server`() async throws {
        let server = try await Server.shared.value
        let requests = ["silent", "missing"].map { URLRequest(url: server.url($0)) }
        let results = await session.batch(requests, options: .failFast).results()
        let error = try #require(results.error)
        #expect(error.causes.map { ($0.error as? HTTPStatusError)?.statusCode } == [404])
        #expect(results[0].failure is CancellationError)
    }

    @Test func `cancelling one request of a batch leaves the others running`() async throws {
        let server = try await Server.shared.value
        let run = UUID()
        let requests = [server.url("silent", run: run), server.url("slow")].map {
            URLRequest(url: $0)
        }
        let batch = session.batch(requests)
        await server.traffic.arrival(of: run)
        batch.cancel(at: 0)
        let results = await batch.results()
        #expect(results[0].failure is CancellationError)
        #expect((try? results[1].get())?.data.count == 50)
    }

    @Test func `a chain follows the page links of the server`() async throws {
        let server = try await Server.shared.value
        let chain = RequestPlan.chain(URLRequest(url: server.url("pages/1"))) { response in
            let page = try JSONDecoder().decode(Page.self, from: response.data)
            return page.data.next.map { URLRequest(url: server.url("pages/\($0)")) }
        }
        let pages = try await session.perform(chain)
        let numbers = try pages.map { try JSONDecoder().decode(Page.self, from: $0.data).data.page }
        #expect(numbers == [1, 2, 3])
    }

    @Test func `a batch inside a chain inside a group is one request of the group`() async throws {
        let server = try await Server.shared.value
        let plan = URLRequest(url: server.url("echo")).plan.then { _ in
            RequestPlan.batch(["echo", "slow"].map { URLRequest(url: server.url($0)) })
        }
        let (results, progress) = try await withRequestGroup { group in
            (try await session.perform(plan), group.progress)
        }
        #expect(results.map { text($0).count } == [4, 50])
        #expect("\(progress)" == "1 of 1 finished")
    }

    private struct Page: Decodable {
        struct Contents: Decodable {
            let page: Int
            let next: Int?
        }

        let data: Contents
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
