// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Sending --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// Puts the requests of a Sending into the groups around them. It does not conform to the
/// protocol, which inherits one of another module, so it lacks the methods of its extensions.
nonisolated final class InterceptingSending: RequestIntercepting {
    /// The client that does the work.
    let base: any Sending

    /// What holds for all its requests.
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
