// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Sending --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// Wraps any Sending: its requests join the current group. The wrapper does not conform to the
/// protocol, which inherits one of another module, so it lacks the methods of extensions.
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
