// error: type 'NetworkCall' does not conform to the 'Sendable' protocol

import Interception

func load(network: InterceptingClient<NetworkTool>) {
    withRequestGroup("home page") {
        network.get("feed") { _, _ in }
    } completion: { _ in
    }
}
