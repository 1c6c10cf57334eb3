// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Sender --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<Sender> {
    func copied(done: @escaping (Result<Sender, any Error>) -> Void) {
        intercept("copied", .completion(done)) { base.copied(done: $0) }
    }

    func deliver(_ path: String, done: @escaping Sender.Handler<String>) {
        intercept("deliver", .completion(done)) { base.deliver(path, done: $0) }
    }

    func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}
