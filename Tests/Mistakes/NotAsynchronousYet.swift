// error: 'async' call in a function that does not support concurrency

import Interception

func load(network: InterceptingClient<NetworkTool>) throws {
    #if MISTAKE
    try withRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
    #else
    withRequestGroup("home page") {
        network.post("feed", success: nil, failure: nil)
    } completion: { _ in
    }
    #endif
}
