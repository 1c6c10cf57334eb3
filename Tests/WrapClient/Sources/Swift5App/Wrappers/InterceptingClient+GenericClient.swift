// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client GenericClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient {
    // script is not wrapped: its client is generic, and a property cannot be; read it through
    // base.

    func item<Item, Key>(
        for key: Key,
        completion: @escaping (Item?, (any Error)?) -> Void
    ) where Item: Sendable, Key: Hashable, Base == GenericClient<Item> {
        intercept("item", .completion(completion)) { base.item(for: key, completion: $0) }
    }

    func items<Item>(
        _ order: GenericClient<Item>.Order,
        completion: @escaping (Result<Item, any Error>) -> Void
    ) where Item: Sendable, Base == GenericClient<Item> {
        intercept("items", .completion(completion)) { base.items(order, completion: $0) }
    }

    func text(
        _ order: GenericClient<String>.Order,
        completion: @escaping (Result<String, any Error>) -> Void
    ) where Base == GenericClient<String> {
        intercept("text", .completion(completion)) { base.text(order, completion: $0) }
    }
}
