// error: global function 'withBlockingRequestGroup' is unavailable from asynchronous contexts; Blocks its thread; use withRequestGroup.

import Interception

func load(network: InterceptingClient<NetworkTool>) async throws {
    #if MISTAKE
    try withBlockingRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
    #else
    try await withRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
    #endif
}
