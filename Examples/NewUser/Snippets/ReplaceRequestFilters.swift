// From the URL filters, custom requests, accessories and mocks of request libraries to a pipeline.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
func makeSession() -> InterceptingClient<URLSession> {
    // snippet: url filter
    // Before, in Objective-C:
    //
    //     @implementation CommonArguments
    //     - (NSString *)filterUrl:(NSString *)originUrl withRequest:(YTKBaseRequest *)request {
    //         return [originUrl stringByAppendingURLParameters:@{@"version": @"3.1"}];
    //     }
    //     @end
    //     [YTKNetworkConfig.sharedConfig addUrlFilter:[CommonArguments new]];

    // After
    let pipeline = RequestPipeline(
        adapters: [
            .queryItems { _ in ["version": "3.1"] },
            .headers(["Accept-Language": "en"]),
        ],
        observers: [activity]
    )
    let session = InterceptingClient(
        URLSession.shared,
        pipeline: pipeline,
        statusCheck: .successful
    )
    // end: url filter
    return session
}

// snippet: custom request
// Before, in Objective-C:
//
//     - (NSURLRequest *)buildCustomUrlRequest { … }

// After: an adapter may replace the whole request. An error that it throws fails the request.
let zippedLogs = PipelineAdapter { request, _ in
    guard request.url?.path == "/logs", let body = request.httpBody else { return request }
    var zipped = request
    zipped.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
    zipped.httpBody = try gzipped(body)
    return zipped
}
// end: custom request

// snippet: late adapter
// Runs when the request starts, and may wait: the token is fresh, also after a long time in a queue.
let signing = PipelineAdapter.atStart { request, _ in
    var request = request
    request.setValue(try await token(), forHTTPHeaderField: "Authorization")
    return request
}
// end: late adapter

// snippet: accessory
// Before, in Objective-C: requestWillStart:, requestWillStop: and requestDidStop: of a
// YTKRequestAccessory, added to each request and released with it.

// After: one observer of all requests. The pipeline holds it weakly.
final class Activity: RequestObserver {
    func requestWillStart(_ request: RequestSnapshot) {
        spinner.start()
    }

    func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome) {
        spinner.stop()
        print("\(request) \(outcome)")  // no query, no header, no body
    }
}
// end: accessory

@MainActor
func loadProfile() async throws {
    let session = makeSession()
    let profile = URLRequest(url: server.appendingPathComponent("profile"))
    // snippet: mock host
    // In a test: stubs for the code in the closure
    let stubs = RequestStubs()
    stubs.answer(.method("GET", "/profile"), with: .json(#"{"code": 0, "data": {"name": "Ada"}}"#))
    try await withRequestStubs(stubs) {
        try await page.load(profile, from: session)
    }

    // In an application whose server is not ready: stubs for one session
    let prepared = RequestStubs(passesThrough: true)
    prepared.answer(.method("GET", "/profile"), with: .file(profileFile).delayed(by: .seconds(1)))
    let draft = InterceptingClient(
        URLSession.shared,
        pipeline: RequestPipeline(stubs: prepared)
    )
    // end: mock host
    try await page.load(profile, from: draft)
}

// MARK: - The app

@Sendable func token() async throws -> String { "…" }

struct Page {
    func load(_ request: URLRequest, from session: InterceptingClient<URLSession>) async throws {
        _ = try await session.data(for: request)
    }
}

final class Spinner: Sendable {
    func start() {}
    func stop() {}
}

func gzipped(_ data: Data) throws -> Data { data }

let page = Page()
let spinner = Spinner()
let activity = Activity()
let server = URL(fileURLWithPath: "/")
let profileFile = URL(fileURLWithPath: "/profile.json")
