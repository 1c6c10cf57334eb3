// The pipeline, a batch, a chain and stubs of one session.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
func loadGallery() async throws {
    let session = InterceptingClient(
        URLSession.shared,
        pipeline: RequestPipeline(
            adapters: [.queryItems { _ in ["version": "3.1"] }],
            cache: ResponseCache(directory: caches, lifetime: .seconds(300))
        ),
        statusCheck: .successful
    )

    // Three at once; every result where its request was.
    let results = await session.batch(images, options: .limit(3)).results()

    // Each request made from the answer to the one before.
    let chain = RequestPlan.chain(firstPage) { page in try nextPage(after: page) }
    let pages = try await session.perform(chain)

    // For what runs in here, and for nothing else; nothing is sent.
    try await withRequestStubs(stubs) { try await gallery.load(from: session) }
    gallery.show(results, pages)
}

// MARK: - The app

struct Gallery {
    func load(from session: InterceptingClient<URLSession>) async throws {}
    func show(_ results: BatchResults<LoadedResponse>, _ pages: [LoadedResponse]) {}
}

@Sendable func nextPage(after response: LoadedResponse) throws -> URLRequest? { nil }

let gallery = Gallery()
let stubs = RequestStubs()
let caches = FileManager.default.temporaryDirectory
let firstPage = URLRequest(url: caches)
let images = [firstPage]
