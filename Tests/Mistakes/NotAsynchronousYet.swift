// error: 'async' call in a function that does not support concurrency

import Interception

func load(network: InterceptingClient<NetworkTool>) throws {
    try withRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
}
