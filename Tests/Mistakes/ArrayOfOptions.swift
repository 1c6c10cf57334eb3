// error: cannot pass array of type '[RequestGroupOption]' as variadic arguments of type 'RequestGroupOption'

import Interception

func load(network: InterceptingClient<NetworkTool>, options: [RequestGroupOption]) async throws {
    #if MISTAKE
    try await withRequestGroup("home page", options: options) {
        network.post("feed", success: nil, failure: nil)
    }
    #else
    try await withRequestGroup("home page", options: .combining(options)) {
        network.post("feed", success: nil, failure: nil)
    }
    #endif
}
