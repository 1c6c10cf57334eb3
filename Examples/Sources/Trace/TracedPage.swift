import GroupedPage
import Interception
import OldApp

/// The page of the old app, with requests that carry trace headers.
struct TracedPage {
    let page = Page()
    let timeline = RequestTimeline()

    /// Makes the client send the trace headers to servers on this machine only.
    func start(_ client: NetworkTool) {
        let headers = TraceHeaders(hosts: ["127.0.0.1"])
        client.prepare = { request in headers.add(to: &request, of: .current) }
    }

    /// Loads the page in groups around its unchanged call sites.
    func load() async throws {
        let requests = HomePage(page)
        try await withRequestGroup("home page", options: .observer(timeline)) {
            async let header: Void = withRequestGroup("header", options: .tolerant) {
                requests.loadHeader()
            }
            async let feed: Void = withRequestGroup("feed", options: .tolerant) {
                requests.loadFeed()
                try await withRequestGroup("comments", options: .tolerant) {
                    requests.loadComments()
                }
            }
            async let media: Void = withRequestGroup("media", options: .tolerant) {
                requests.loadMedia()
            }
            async let images: Void = withRequestGroup("images", options: .limit(3), .tolerant) {
                requests.loadImages()
            }
            _ = try await (header, feed, media, images)
        }
    }
}
