// From batches and chains of YTKNetwork to those of a wrapped session.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let session = InterceptingClient(
    URLSession.shared,
    statusCheck: .successful
)

@MainActor
func batches() {
    // snippet: request batch
    // Before, in Objective-C:
    //
    //     YTKBatchRequest *batch = [[YTKBatchRequest alloc] initWithRequestArray:@[feed, profile]];
    //     [batch startWithCompletionBlockWithSuccess:^(YTKBatchRequest *batch) { … } failure: … ];

    // After
    session.batch([feed, profile], options: .failFast) { results in
        if let error = results.error {
            page.report(error.causes)
        } else if case .success(let response) = results[0] {
            page.show(response.data)
        }
    }
    // end: request batch
}

@MainActor
func chains() {
    // snippet: request chain
    // Before, in Objective-C:
    //
    //     YTKChainRequest *chain = [[YTKChainRequest alloc] init];
    //     [chain addRequest:register callback:^(YTKChainRequest *chain, YTKBaseRequest *request) { … }];
    //     chain.delegate = self;  // chainRequestFinished: and chainRequestFailed:failedBaseRequest:

    // After
    let user = register.plan.then { response in
        try userRequest(for: userID(in: response))
    }
    session.perform(user) { result in show(result) }

    // A chain of any length: the closure makes each request from the answer before it.
    let pages = RequestPlan.chain(firstPage) { response in try nextPage(after: response) }
    session.perform(pages) { result in
        DispatchQueue.main.async { page.show(result) }
    }
    // end: request chain
}

func nested() async throws {
    // A batch in a chain: log in, then load the feed and the profile at once.
    let start = logIn.plan.then { response in
        RequestPlan.batch([feed, profile].map { authorized($0, by: response) })
    }
    let responses = try await session.perform(start).values()
    print(responses.count)
}

// MARK: - What the app had before

let server = URL(fileURLWithPath: "/")
let feed = URLRequest(url: server.appendingPathComponent("feed"))
let profile = URLRequest(url: server.appendingPathComponent("profile"))
let register = URLRequest(url: server.appendingPathComponent("register"))
let logIn = URLRequest(url: server.appendingPathComponent("login"))
let firstPage = URLRequest(url: server.appendingPathComponent("pages"))

@Sendable func userID(in response: LoadedResponse) throws -> String { "42" }
@Sendable func userRequest(for id: String) throws -> URLRequest { feed }
@Sendable func nextPage(after response: LoadedResponse) throws -> URLRequest? { nil }
@Sendable func authorized(_ request: URLRequest, by response: LoadedResponse) -> URLRequest {
    request
}
@Sendable func show(_ result: Result<LoadedResponse, any Error>) {}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ data: Data) {}
    func show(_ result: Result<[LoadedResponse], any Error>) {}
    func report(_ failures: [RequestFailure]) {}
}

var page: Page { Page() }
