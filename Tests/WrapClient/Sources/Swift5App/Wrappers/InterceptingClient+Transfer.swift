// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Transfer --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<Transfer> {
    var script: ScriptedClient<String> { base.script }

    @discardableResult
    func cancel() -> InterceptingClient<Transfer> {
        InterceptingClient<Transfer>(base.cancel(), settings: interceptionSettings)
    }

    @discardableResult
    func cancel(keepingPart completion: @escaping (Data?) -> Void) -> InterceptingClient<Transfer> {
        InterceptingClient<Transfer>(base.cancel(keepingPart: completion), settings: interceptionSettings)
    }

    func checked(_ isValid: @escaping (Int) -> Bool) -> InterceptingClient<Transfer> {
        InterceptingClient<Transfer>(base.checked(isValid), settings: interceptionSettings)
    }

    @discardableResult
    func response(
        completion: @escaping (Result<String, any Error>) -> Void
    ) -> InterceptingClient<Transfer> {
        let handle = intercept("response", .completion(completion), cancel: { $0.cancel() }) {
            base.response(completion: $0)
        }
        return InterceptingClient<Transfer>(handle, settings: interceptionSettings)
    }

    func resume() { base.resume() }
}
