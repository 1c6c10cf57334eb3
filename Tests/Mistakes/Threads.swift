// error: non-Sendable type 'InterceptingClient<NetworkTool>' of property 'network' cannot exit main actor-isolated context
// error: capture of 'network' with non-Sendable type 'InterceptingClient<NetworkTool>' in a '@Sendable' closure
// error: mutation of captured var 'ended' in concurrently-executing code
// swiftc: -swift-version 5
// warning: mutation of captured var 'ended' in concurrently-executing code; this is an error in the Swift 6 language mode

import Dispatch
import Interception

#if !MISTAKE
extension NetworkTool: @unchecked Sendable {}  // it is known to be safe on any thread
#endif

@MainActor
final class Profile {
    let network: InterceptingClient<NetworkTool>
    var ended = 0

    init(network: InterceptingClient<NetworkTool>) {
        self.network = network
    }

    func load() async throws {
        try await withRequestGroup("profile") {
            async let name = network.name()
            print(try await name)
        }
    }

    func loadOnAQueue(network: InterceptingClient<NetworkTool>, on queue: DispatchQueue) {
        queue.async { network.post("feed", success: nil, failure: nil) }
    }

    func count(on queue: DispatchQueue) {
        #if MISTAKE
        var ended = 0
        withRequestGroup("page", queue: queue) {
        } completion: { _ in
            ended += 1
        }
        print(ended)
        #else
        withRequestGroup("page") {
        } completion: { _ in
            self.ended += 1
        }
        #endif
    }
}

extension InterceptingClient<NetworkTool> {
    func name() async throws -> String {
        try await intercept("name") { @concurrent in try await base.name() }
    }
}

extension NetworkTool {
    func name() async throws -> String { "" }
}
