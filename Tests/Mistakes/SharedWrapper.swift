// error: static property 'network' is not concurrency-safe because non-'Sendable' type 'InterceptingClient<NetworkTool>' may have shared mutable state

import Interception

enum App {
    #if MISTAKE
    static let network = InterceptingClient(NetworkTool())
    #else
    @MainActor static let network = InterceptingClient(NetworkTool())
    #endif
}
