// error: cannot pass array of type '[RequestGroupOption]' as variadic arguments of type 'RequestGroupOption'

import Interception

func load(network: InterceptingClient<NetworkTool>, options: [RequestGroupOption]) async throws {
    try await withRequestGroup("home page", options: options) {
        network.post("feed", success: nil, failure: nil)
    }
}
