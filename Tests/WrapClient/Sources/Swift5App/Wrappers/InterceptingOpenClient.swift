// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client OpenClient --subclass --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// Wraps OpenClient: its requests join the current group.
// Safe: it has no state of its own.
nonisolated class InterceptingOpenClient: OpenClient, RequestIntercepting, @unchecked Sendable {
    // closed(completion:) is not wrapped: a subclass cannot override it. Written by hand in
    // another file, with this hint:
    //     closed(completion:) = skip

    override func get(
        _ path: String = "feed",
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("get", .completion(completion)) { super.get(path, completion: $0) }
    }

    override func user() async throws -> String {
        try await intercept("user") { try await super.user() }
    }
}
