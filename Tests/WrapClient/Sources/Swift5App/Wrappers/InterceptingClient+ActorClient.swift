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

    func forget() async { await base.forget() }

    nonisolated func free(completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
        intercept("free", .completion(completion)) { base.free(completion: $0) }
    }

    // handle(_:) is not wrapped: it has callbacks and belongs to an actor, which is called
    // later: write it by hand; with forward its group does not wait for it. Settled by a hint:
    //     handle(_:) = skip
    //     handle(_:) = forward

    func keep(_ client: sending MutableBox) async { await base.keep(client) }

    // load(completion:) is not wrapped: it has callbacks and belongs to an actor, which is
    // called later: write it by hand; with forward its group does not wait for it. Settled by a
    // hint:
    //     load(completion:) = skip
    //     load(completion:) = forward

    // on(isolation:path:) is not wrapped: the request may start after isolation has been
    // released. Written by hand in another file, with this hint:
    //     on(isolation:path:) = skip

    func remember(_ value: sending some Encodable) async { await base.remember(value) }

    func send<Value>(_ parcel: Parcelled<Value>) async throws -> Int {
        try await intercept("send") { try await base.send(parcel) }
    }

    func user(_ id: Int) async throws -> String {
        try await intercept("user") { try await base.user(id) }
    }
}
