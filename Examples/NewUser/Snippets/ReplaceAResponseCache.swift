// From the cache of a request library to a `ResponseCache` in the pipeline of a session.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet: cache
// Before, in Objective-C:
//
//     - (NSInteger)cacheTimeInSeconds { return 3 * 60; }
//     - (long long)cacheVersion { return 2; }
//     - (id)cacheSensitiveData { return self.userID; }
//
//     if ([request loadCacheWithError:nil]) { [page show:request.responseJSONObject]; }
//     [request startWithCompletionBlockWithSuccess:^(YTKBaseRequest *request) {
//         [page show:request.responseJSONObject];
//     } failure:report];

// After, once for all requests
let cache = ResponseCache(directory: caches) { request in
    request.httpMethod == "GET" && request.url?.path == "/feed" ? .seconds(3 * 60) : nil
}

@MainActor
func logIn(userID: String) {
    cache.user = userID
    cache.version = 2
}

let session = InterceptingClient(
    URLSession.shared,
    pipeline: RequestPipeline(cache: cache),
    statusCheck: .successful
)

// and where the page is shown: the cached answer, then the answer of the server
@MainActor
func showFeed() {
    var request = URLRequest(url: feed)
    if let old = try? session.cachedResponse(for: request, allowingExpired: true) {
        page.show(old.data)
    }
    request.cachePolicy = .reloadIgnoringLocalCacheData
    session.dataTask(with: request) { data, _, _ in page.show(data) }.resume()
}
// end: cache

// MARK: - The app

struct Page: Sendable {
    func show(_ data: Data?) {}
}

let page = Page()
let feed = URL(fileURLWithPath: "/feed")
let caches = FileManager.default.temporaryDirectory
