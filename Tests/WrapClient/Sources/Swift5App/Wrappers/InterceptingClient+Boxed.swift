// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Boxed --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient {
    func load<Base1>(
        _ base: Base1,
        completion: @escaping (Result<String, any Error>) -> Void
    ) where Base1: Sendable, Base == Boxed<Base1> {
        intercept("load", .completion(completion)) { self.base.load(base, completion: $0) }
    }
}
