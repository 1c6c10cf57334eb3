// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Gallery --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<Gallery> {
    // loader is not wrapped: OpenClient may issue requests itself: get(_:completion:). Settled
    // by a hint:
    //     loader = client
    //     loader = forward

    func show(_ completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("show", .completion(completion)) { base.show($0) }
    }
}
