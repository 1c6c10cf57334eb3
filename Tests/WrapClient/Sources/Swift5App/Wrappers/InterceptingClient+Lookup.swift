// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Lookup --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<Lookup> {
    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    var value: String {
        get async throws { try await intercept("value") { try await base.value } }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", .completion(completion)) { base.ping(host, completion: $0) }
    }
}
