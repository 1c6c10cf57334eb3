// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client UnwrappedClient --hint 'start(_:) = request.onEnd: completion' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<UnwrappedClient> {
    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", .completion(completion)) { base.ping(host, completion: $0) }
    }

    func start(_ request: UnwrappedRequest) {
        intercept("start", .completion(request.onEnd)) { onEnd in
            request.onEnd = onEnd
            base.start(request)
        }
    }
}
