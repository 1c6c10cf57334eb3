// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Folder --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<Folder> {
    func read(_ completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("read", .completion(completion)) { base.read($0) }
    }
}
