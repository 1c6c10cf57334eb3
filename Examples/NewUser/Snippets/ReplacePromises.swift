// From promises and observables around an old client to a request group.

import Foundation
import Interception
import OldKit

let network = InterceptingClient(NetworkTool.shared)

// snippet: promises
// Before, with PromiseKit:
//
//     func feed() -> Promise<String> {
//         Promise { seal in plain.get("feed", success: seal.fulfill, failure: seal.reject) }
//     }
//
//     when(resolved: feed(), profile())
//         .done { results in
//             for case .rejected(let error) in results { page.report(error) }
//             page.appear()
//         }

// After: the calls inside the promises.
withRequestGroup("home page") {
    network.get("feed", success: page.show, failure: page.report)
    network.get("profile", success: page.show, failure: page.report)
} completion: { _ in
    page.appear()
}
// end: promises

// snippet: promises, values
// Before, with PromiseKit:
//
//     when(fulfilled: feed(), profile())
//         .done { feed, profile in page.show(feed, profile) }
//         .catch { error in page.report(error) }

// After: a method for each call. If its callbacks are lost, it throws; a promise would stay pending.
extension InterceptingClient<NetworkTool> {
    func feed() async throws -> String {
        try await awaitReply("GET feed") { reply in
            base.get("feed", success: reply.success, failure: reply.failure)
        }
    }
    // and so on, for each call
}

do {
    try await withRequestGroup("home page", options: .failFast) {
        async let feed = network.feed()
        async let profile = network.profile()
        try await page.show(feed, profile)
    }
} catch {
    page.report(error)
}
// end: promises, values

extension InterceptingClient<NetworkTool> {
    func profile() async throws -> String {
        try await awaitReply("GET profile") { reply in
            base.get("profile", success: reply.success, failure: reply.failure)
        }
    }
}
