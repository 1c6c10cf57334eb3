// error: type 'NetworkCall' does not conform to the 'Sendable' protocol

import Interception

func load(network: InterceptingClient<NetworkTool>) {
    withRequestGroup("home page") {
        #if MISTAKE
        network.get("feed") { _, _ in }
        #else
        _ = network.get("feed") { _, _ in }
        #endif
    } completion: { _ in
    }
}
