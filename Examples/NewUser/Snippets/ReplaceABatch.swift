// From a batch of AFNetworking to a batch of a wrapped session.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let session = InterceptingClient(URLSession.shared)

@MainActor
func batches() async throws {
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

// MARK: - What the app had before

let server = URL(fileURLWithPath: "/")
let files = ["1.mov", "2.mov", "3.mov"]
var images: [URLRequest] {
    ["1.png", "2.png"].map { URLRequest(url: server.appendingPathComponent($0)) }
}

@Sendable func upload(_ file: String) -> URLRequest {
    URLRequest(url: server.appendingPathComponent(file))
}

@Sendable func note(_ file: String, _ result: Result<LoadedResponse, any Error>) {}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ data: Data) {}
    func report(_ error: any Error) {}
    func explain(_ failures: [RequestFailure]) {}
}

struct ProgressBar: Sendable {
    func show(finished: Int, total: Int) {}
}

var page: Page { Page() }
var bar: ProgressBar { ProgressBar() }
