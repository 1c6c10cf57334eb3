// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client CallbackActor --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<CallbackActor> {
    var script: ScriptedClient<String> { get async { await base.script } }

    nonisolated func free(completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
        intercept("free", .completion(completion)) { base.free(completion: $0) }
    }

    // handle(_:) is not wrapped: it has callbacks and belongs to an actor, which is called
    // later.
    // Settled by a hint:
    //     handle(_:) = forward

    func keep(_ client: sending MutableBox) async {
        await base.keep(client)
    }

    // load(completion:) is not wrapped: it has callbacks and belongs to an actor, which is
    // called later.
    // Settled by a hint:
    //     load(completion:) = forward

    // on(isolation:path:) is not wrapped: the request may start when isolation is gone.
    // Written by hand in another file, with this hint:
    //     on(isolation:path:) = skip
}
