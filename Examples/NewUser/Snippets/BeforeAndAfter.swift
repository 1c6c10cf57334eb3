// The same calls, synchronized manually and in a group.

import Foundation
import Interception

@MainActor
func loadByHand(_ network: NetworkTool, _ page: Page) {
    // snippet: by hand
    let group = DispatchGroup()
    group.enter()
    network.get("feed") {
        page.show($0)
        group.leave()
    } failure: {
        page.log($0)
        group.leave()
    }
    // and so on, for each request
    group.notify(queue: .main) { page.appear() }
    // end: by hand
}

@MainActor
func load(_ network: InterceptingClient<NetworkTool>, _ page: Page) {
    // snippet: in a group
    withRequestGroup("home page") {
        network.get("feed") {
            page.show($0)
        } failure: {
            page.log($0)
        }
        // and so on: the calls as they are
    } completion: { _ in
        page.appear()
    }
    // end: in a group
}

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    func get(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        success?("an answer to \(path)")
    }
}

extension InterceptingClient<NetworkTool> {
    func get(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("GET \(path)", .success(success), .failure(failure)) { success, failure in
            base.get(path, success: success, failure: failure)
        }
    }
}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ answer: Any) {}
    func log(_ error: any Error) {}
    func appear() {}
}

load(InterceptingClient(NetworkTool()), Page())
loadByHand(NetworkTool(), Page())
