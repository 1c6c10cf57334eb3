import Foundation
import Interception
import PageServer
import Verdict

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app with a catalogue.
struct Shop {
    private struct Page: Decodable {
        let goods: [String]
        let next: Int?
    }

    private let server: PageServer
    private let session: InterceptingClient<URLSession>
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)

    /// The envelope of every response of the company's server.
    private let envelope = ResponseEnvelope()

    init(_ server: PageServer) throws {
        self.server = server
        let pipeline = RequestPipeline(
            adapters: [
                .queryItems { _ in ["version": "3.1"] }, .headers(["Accept-Language": "en"]),
            ],
            cache: ResponseCache(directory: folder, lifetime: .seconds(300))
        )
        session = InterceptingClient(
            configuration: .ephemeral,
            pipeline: pipeline,
            statusCheck: .successful
        )
    }

    func close() {
        session.finishTasksAndInvalidate()
        try? FileManager.default.removeItem(at: folder)
    }

    private func request(_ path: String) -> URLRequest {
        URLRequest(url: server.baseURL.appendingPathComponent(path))
    }
}

// MARK: - Requests

extension Shop {
    /// Loads the pages of the catalogue in a chain; each page names the next page.
    func loadPages(_ checks: inout Checks) async throws {
        let chain = RequestPlan.chain(request("catalogue/1")) { [envelope, self] response in
            try envelope.decode(Page.self, from: response.data).next.map {
                request("catalogue/\($0)")
            }
        }
        let pages = try await session.perform(chain)
        let goods = try pages.flatMap { try envelope.decode(Page.self, from: $0.data).goods }
        print(
            "  chain   \(pages.count) pages, one after the other: \(goods.joined(separator: ", "))"
        )
        checks.expect("goods", goods, is: ["lamp", "chair", "table", "shelf", "rug"])
    }

    /// Loads images in a batch, three at once, and checks that each result has the position of its request.
    func loadImages(_ checks: inout Checks) async {
        let images = (1...6).map { request("images/\($0)") } + [request("ads")]
        let batch = session.batch(images, options: .limit(3)) { progress in
            print("  batch   \(progress)")
        }
        let results = await batch.results()
        let sizes = results.map { (try? $0.get())?.data.count }
        print("  batch   \(results.error?.failures.first.map { "\($0)" } ?? "nothing failed")")
        checks.expect("sizes", sizes, is: Array(repeating: 1024, count: 6) + [nil])
        checks.expect("images at once", await server.imagePeak, is: 3)
    }

    /// Checks that loaded responses come from the cache, unless a request bypasses the cache.
    func loadFromCache(_ checks: inout Checks) async throws {
        var request = request("catalogue/1")
        let before = await server.requestCount
        let cached = try await session.data(for: request).0
        checks.expect("requests for a cached page", await server.requestCount - before, is: 0)
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let fresh = try await session.data(for: request).0
        checks.expect("requests to refresh the page", await server.requestCount - before, is: 1)
        checks.expect("cached page", cached, is: fresh)
        print("  cache   page 1 from the cache, then refreshed: \(fresh.count) bytes both times")
    }

    /// Loads reviews from a stub, because the server does not provide reviews yet.
    func loadFromStub(_ checks: inout Checks) async throws {
        let stubs = RequestStubs(passesThrough: true)
        stubs.answer(
            .method("GET", "/reviews/*"),
            with: .json(#"{"code": 0, "message": null, "data": ["sturdy", "bright"]}"#)
        )
        let reviews = try await withRequestStubs(stubs) {
            let data = try await session.data(for: request("reviews/lamp")).0
            return try envelope.decode([String].self, from: data)
        }
        print("  stubs   reviews from a stub: \(reviews.joined(separator: ", "))")
        checks.expect("reviews", reviews, is: ["sturdy", "bright"])
        checks.expect("query", stubs.requests.first?.url?.query, is: "version=3.1")
    }
}
