// A page load, as shown in Migration.md and the articles.

import Foundation
import Interception

// snippet: page
let network = InterceptingClient(NetworkTool.shared)

do {
    try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        network.post("feed", success: page.show, failure: page.log)  // as before
        network.post("profile", success: page.show, failure: page.log)  // as before
    }
    page.appear()  // both have finished, their callbacks included
} catch let error as RequestGroupError {
    page.explain(error.failures)  // every failure: its label, its error, in issue order
}
// end: page

// snippet: callback form
withRequestGroup("home page") {
    network.post("feed", success: page.show, failure: page.log)
    network.post("profile", success: page.show, failure: page.log)
} success: {
    page.appear()
} failure: { failures in
    page.explain(failures)
}
// end: callback form

// snippet: timeline
let timeline = RequestTimeline()
try await withRequestGroup("home page", options: .observer(timeline)) {
    network.post("feed", success: page.show, failure: page.log)
}
print(timeline.recording.text())  // or .svg() for a page, or .traceEvents() for Perfetto
// end: timeline

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    func upload(
        _ file: String,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("upload", .progress(progress), .completion(completion)) {
            base.upload(file, progress: $0, completion: $1)
        }
    }
}

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        success?("an answer to \(path)")
    }

    func upload(
        _ file: String,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {}
}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ answer: Any) {}
    func log(_ error: any Error) {}
    func explain(_ failures: [RequestFailure]) {}
    func appear() {}
}

var page: Page { Page() }
