// From operations to a request group.

import Foundation
import Interception

let network = InterceptingClient(NetworkTool.shared)

// snippet: operations
// Before: a subclass of Operation for each kind of request, with isExecuting and isFinished by hand.
//
//     queue.maxConcurrentOperationCount = 3
//     let loads = paths.map { PostOperation(path: $0) }
//     let end = BlockOperation { page.appear() }
//     for load in loads { end.addDependency(load) }
//     queue.addOperations(loads + [end], waitUntilFinished: false)

// After
let group = withRequestGroup("images", options: .limit(3)) {
    for path in paths { network.post(path, success: page.show, failure: page.report) }
} completion: { _ in
    page.appear()
}
// end: operations

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {}
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ answer: Any) {}
    func report(_ error: any Error) {}
    func appear() {}
}

nonisolated var page: Page { Page() }
nonisolated var paths: [String] { ["1.png", "2.png", "3.png", "4.png"] }
