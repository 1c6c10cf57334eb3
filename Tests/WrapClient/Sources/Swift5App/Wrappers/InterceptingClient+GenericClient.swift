// Written by wrap-client: what is changed here by hand is lost. To write it again:
//
//     swift package wrap-client GenericClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

extension InterceptingClient {
    // script is not wrapped: a property cannot be generic, as its client is; read it of the
    // base.

    func item<Item, Key>(
        for key: Key,
        completion: @escaping (Item?, (any Error)?) -> Void
    ) where Item: Sendable, Key: Hashable, Base == GenericClient<Item> {
        intercept("item", onRefusal: { completion(nil, $0) }) { call in
            base.item(for: key, completion: call.completion(completion))
        }
    }

    func items<Item>(
        _ order: GenericClient<Item>.Order,
        completion: @escaping (Result<Item, any Error>) -> Void
    ) where Item: Sendable, Base == GenericClient<Item> {
        intercept("items", onRefusal: { completion(.failure($0)) }) { call in
            base.items(order, completion: call.completion(completion))
        }
    }

    func text(
        _ order: GenericClient<String>.Order,
        completion: @escaping (Result<String, any Error>) -> Void
    ) where Base == GenericClient<String> {
        intercept("text", onRefusal: { completion(.failure($0)) }) { call in
            base.text(order, completion: call.completion(completion))
        }
    }
}
