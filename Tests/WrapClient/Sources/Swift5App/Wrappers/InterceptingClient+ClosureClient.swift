// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client ClosureClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<ClosureClient> {
    var log: @Sendable (String) -> Void { base.log }

    func send(_ value1: String, _ value2: @escaping @Sendable (Result<String, any Error>) -> Void) {
        intercept("send", .completion(value2)) { base.send(value1, $0) }
    }

    func user(_ value1: Int) async throws -> String {
        try await intercept("user") { try await base.user(value1) }
    }
}
