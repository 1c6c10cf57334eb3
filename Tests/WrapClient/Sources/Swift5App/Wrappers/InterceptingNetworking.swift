// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Networking --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// Wraps any Networking: its requests join the current group.
nonisolated final class InterceptingNetworking: Networking, RequestIntercepting {
    /// The wrapped client.
    nonisolated(unsafe) private(set) var base: any Networking

    /// The settings of all requests.
    let interceptionSettings: InterceptionSettings

    /// Wraps a client.
    init(_ base: any Networking, settings: InterceptionSettings = InterceptionSettings()) {
        self.base = base
        interceptionSettings = settings
    }

    var baseURL: String {
        get { self.base.baseURL }
        set { self.base.baseURL = newValue }
    }

    func get(_ path: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
        intercept("get", .completion(completion)) { self.base.get(path, completion: $0) }
    }

    func user() async throws -> String {
        try await intercept("user") { try await self.base.user() }
    }

    func with(header: String) -> InterceptingNetworking {
        InterceptingNetworking(self.base.with(header: header), settings: interceptionSettings)
    }
}
