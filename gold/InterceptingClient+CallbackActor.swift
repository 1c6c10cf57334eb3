// Written by wrap-client: what is changed here by hand is lost. To write it again:
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

    // keep(_:) is not wrapped: client is passed to an actor, and nothing says that it is
    // Sendable.
    // Written by hand in another file, with this hint:
    //     keep(_:) = skip

    // load(completion:) is not wrapped: it has callbacks and belongs to an actor, which is
    // called later.
    // Settled by a hint:
    //     load(completion:) = forward

    // on(isolation:path:) is not wrapped: isolation is isolated, and a request may start
    // elsewhere.
    // Settled by a hint:
    //     on(isolation:path:) = forward
}

