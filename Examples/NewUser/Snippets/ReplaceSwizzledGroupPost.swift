// From a group request that swizzles the client to a request group.

import Foundation
import Interception

let network = InterceptingClient(NetworkTool.shared)

// snippet: swizzled group
// Before, in Objective-C:
//
//     [NetworkTool.sharedTool sendGroupPostRequest:^{
//         [NetworkTool.sharedTool post:@"feed" success:showFeed failure:report];
//         [NetworkTool.sharedTool post:@"profile" success:showProfile failure:report];
//     } success:^{
//         [page appear];
//     } failure:^(NSArray<NSError *> *errors) {
//         [page explain:errors];
//     }];

// After
withRequestGroup("home page") {
    network.post("feed", success: page.showFeed, failure: page.report)
    network.post("profile", success: page.showProfile, failure: page.report)
} success: {
    page.appear()
} failure: { failures in
    page.explain(failures.map(\.error))
}
// end: swizzled group

// Before: queue.maxConcurrentOperationCount = 3, which limits the blocks and not their requests.

// After
withRequestGroup("images", options: .limit(3)) {
    for path in page.images {
        network.post(path, success: page.showImage, failure: page.report)
    }
} completion: { _ in
    page.appear()
}

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}
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
    let images = ["1.png", "2.png", "3.png", "4.png"]

    func showFeed(_ answer: Any) {}
    func showProfile(_ answer: Any) {}
    func showImage(_ answer: Any) {}
    func report(_ error: any Error) {}
    func explain(_ errors: [any Error]) {}
    func appear() {}
}

var page: Page { Page() }
