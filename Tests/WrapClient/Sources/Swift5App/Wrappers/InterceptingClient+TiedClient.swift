// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client TiedClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient {
    func clear<Item>(
        done: @escaping ((any Error)?) -> Void
    ) where Item: Shelved, Item == Item.Content, Base == TiedClient<Item> {
        intercept("clear", .completion(done)) { base.clear(done: $0) }
    }
}
