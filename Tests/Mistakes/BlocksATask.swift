// error: global function 'withBlockingRequestGroup' is unavailable from asynchronous contexts; Blocks its thread; use withRequestGroup.

import Interception

func load(network: InterceptingClient<NetworkTool>) async throws {
    try withBlockingRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
}
