// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client StaticClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<StaticClient.Type> {
    nonisolated var script: ScriptedClient<String> {
        get { base.script }
        nonmutating set { base.script = newValue }
    }

    func get(_ path: String, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("get", .completion(completion)) { base.get(path, completion: $0) }
    }

    func user() async throws -> String { try await intercept("user") { try await base.user() } }
}
