// From batches of AFNetworking, and batches and chains of YTKNetwork, to those of a wrapped session.

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
func operationBatches() async throws {
    // snippet: batch
    // Before, in Objective-C:
    //
    //     NSArray *batch = [AFURLConnectionOperation batchOfRequestOperations:operations
    //         progressBlock:^(NSUInteger finished, NSUInteger total) { … }
    //         completionBlock:^(NSArray *operations) { … }];
    //     [queue addOperations:batch waitUntilFinished:NO];

    // After
    session.batch(images) { progress in
        bar.show(finished: progress.finished, total: progress.total)
    } completion: { results in
        for result in results {
            switch result {
            case .success(let response): page.show(response.data)
            case .failure(let error): page.report(error)
            }
        }
    }

    // or, in asynchronous code
    let batch = session.batch(images, options: .failFast)
    let responses = try await batch.results().values()
    // end: batch
    page.show(responses[0].data)
}

@MainActor
func ownCompletions() {
    // snippet: batch, own completions
    // Before: a completionBlock of each operation, and a semaphore to run one at a time.

    // After: each request may have a completion of its own, and one option makes the batch serial.
    let uploads = files.map { file in
        upload(file).plan.onCompletion { result in note(file, result) }
    }
    let batch = session.batch(uploads, options: .limit(1)) { results in
        if let error = results.error { page.explain(error.causes) }
    }

    batch.cancel(at: 2)  // only the request at position 2
    batch.cancel()  // every request that has not ended
    // end: batch, own completions
}

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

// MARK: - The app without groups

let server = URL(fileURLWithPath: "/")
let feed = URLRequest(url: server.appendingPathComponent("feed"))
let profile = URLRequest(url: server.appendingPathComponent("profile"))
let register = URLRequest(url: server.appendingPathComponent("register"))
let firstPage = URLRequest(url: server.appendingPathComponent("pages"))
let files = ["1.mov", "2.mov", "3.mov"]
var images: [URLRequest] { [feed, profile] }

@Sendable func upload(_ file: String) -> URLRequest { feed }
@Sendable func note(_ file: String, _ result: Result<LoadedResponse, any Error>) {}
@Sendable func userID(in response: LoadedResponse) throws -> String { "42" }
@Sendable func userRequest(for id: String) throws -> URLRequest { feed }
@Sendable func nextPage(after response: LoadedResponse) throws -> URLRequest? { nil }
@Sendable func show(_ result: Result<LoadedResponse, any Error>) {}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ data: Data) {}
    func show(_ result: Result<[LoadedResponse], any Error>) {}
    func report(_ error: any Error) {}
    func report(_ failures: [RequestFailure]) {}
    func explain(_ failures: [RequestFailure]) {}
}

struct ProgressBar: Sendable {
    func show(finished: Int, total: Int) {}
}

var page: Page { Page() }
var bar: ProgressBar { ProgressBar() }
