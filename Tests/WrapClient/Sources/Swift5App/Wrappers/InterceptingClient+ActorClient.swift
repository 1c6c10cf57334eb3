// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client ActorClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<ActorClient> {
    var count: Int { get async { await base.count } }

    var script: ScriptedClient<String> { get async { await base.script } }

    func forget() async {
        await base.forget()
    }

    func remember(_ value: sending some Encodable) async {
        await base.remember(value)
    }

    func user(_ id: Int) async throws -> String {
        try await intercept("user") { try await base.user(id) }
    }
}
