// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Storing --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// Wraps any Storing: its requests join the current group.
nonisolated final class InterceptingStoring<Base: Storing>: Storing, RequestIntercepting {
    typealias Item = Base.Item

    /// The wrapped client.
    let base: Base

    /// The settings of all requests.
    let interceptionSettings: InterceptionSettings

    /// Wraps a client.
    init(_ base: Base, settings: InterceptionSettings = InterceptionSettings()) {
        self.base = base
        interceptionSettings = settings
    }

    func load(completion: @escaping (Result<Base.Item, any Error>) -> Void) {
        intercept("load", .completion(completion)) { self.base.load(completion: $0) }
    }
}

nonisolated extension Storing {
    /// Returns the wrapper; the wrapper of an existential is an existential of the same type.
    func intercepted(settings: InterceptionSettings) -> any Storing<Item> {
        InterceptingStoring(self, settings: settings)
    }
}
