// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Lookup --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<Lookup> {
    var script: ScriptedClient<String> { base.script }

    var value: String {
        get async throws { try await intercept("value") { try await base.value } }
    }

    func cancel() { base.cancel() }

    func cancelAllOrders() async {
        try? await intercept("cancelAllOrders") { await base.cancelAllOrders() }
    }

    // cancelAllRequests() is not a request: its name says that it cancels requests.
    func cancelAllRequests() async { await base.cancelAllRequests() }

    func post(to subscriber: Subscriber) async {
        try? await intercept("post") { await base.post(to: subscriber) }
    }

    // subscribe(_:) is not a request: its name says that the client calls subscriber when
    // something happens, or never.
    func subscribe(_ subscriber: Subscriber) async { await base.subscribe(subscriber) }
}

nonisolated extension InterceptingClient<Lookup.Type> {
    // begin(_:completion:) returns Lookup, to which the group refers weakly: if the client does
    // not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> Lookup = holds handle
    func begin(
        _ script: ScriptedClient<String>,
        completion: @escaping (String?, (any Error)?) -> Void
    ) -> InterceptingClient<Lookup> {
        let handle = intercept("begin", .completion(completion), cancel: { $0.cancel() }) {
            base.begin(script, completion: $0)
        }
        return InterceptingClient<Lookup>(handle, settings: interceptionSettings)
    }
}
