// error: non-Sendable type 'InterceptingClient<NetworkTool>' of property 'network' cannot exit main actor-isolated context

import Interception

#if !MISTAKE
extension NetworkTool: @unchecked Sendable {}  // it is known to be safe on any thread
#endif

@MainActor
final class Profile {
    let network: InterceptingClient<NetworkTool>

    init(network: InterceptingClient<NetworkTool>) {
        self.network = network
    }

    func load() async throws {
        try await withRequestGroup("profile") {
            async let name = network.name()
            print(try await name)
        }
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
