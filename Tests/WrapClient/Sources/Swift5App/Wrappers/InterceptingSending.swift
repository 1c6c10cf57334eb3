// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Sending --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// A wrapper of a Sending whose requests join the current group. It does not conform to the
/// protocol, which inherits a protocol of another module, and lacks the methods of extensions.
nonisolated final class InterceptingSending: RequestIntercepting {
    /// The wrapped client.
    let base: any Sending

    /// The settings of all requests.
    let interceptionSettings: InterceptionSettings

    /// Wraps a client.
    init(_ base: any Sending, settings: InterceptionSettings = InterceptionSettings()) {
        self.base = base
        interceptionSettings = settings
    }

    func deliver(_ path: String, done: @escaping (Result<String, any Error>) -> Void) {
        intercept("deliver", .completion(done)) { self.base.deliver(path, done: $0) }
    }
}
