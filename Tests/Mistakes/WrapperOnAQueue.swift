// error: capture of 'network' with non-Sendable type 'InterceptingClient<NetworkTool>' in a '@Sendable' closure

import Dispatch
import Interception

#if !MISTAKE
extension NetworkTool: @unchecked Sendable {}  // it is known to be safe on any thread
#endif

func load(network: InterceptingClient<NetworkTool>, on queue: DispatchQueue) {
    queue.async { network.post("feed", success: nil, failure: nil) }
}
