// The same calls, synchronized manually and in a group.

import Foundation
import Interception
import OldKit

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

load(InterceptingClient(NetworkTool.shared), Page())
loadByHand(NetworkTool.shared, Page())
