// A client with asynchronous methods, and asynchronous wrappers of methods with callbacks.

import Interception

// snippet: async client, wrapper
extension InterceptingClient<Backend> {
    // Before: try await backend.user()
    func user() async throws -> User {
        try await intercept("GET user") { try await base.user() }
    }

    // Before: withCheckedThrowingContinuation, which hangs if neither callback is ever called.
    func orders() async throws -> [Order] {
        try await awaitReply("GET orders") { reply in
            base.getOrders(success: reply.success, failure: reply.failure)
        }
    }
}
// end: async client, wrapper

let backend = InterceptingClient(Backend())

let account = try await withRequestGroup("account", options: .limit(2)) {
    async let user = backend.user()
    async let orders = backend.orders()
    return try await Account(user: user, orders: orders)
}

// MARK: - The app without groups

/// A client with an asynchronous method and a method with callbacks.
struct Backend: Sendable {
    func user() async throws -> User { User() }

    func getOrders(success: @escaping ([Order]) -> Void, failure: @escaping (any Error) -> Void) {
        success([])
    }
}

struct User: Sendable {}
struct Order: Sendable {}

struct Account: Sendable {
    let user: User
    let orders: [Order]
}
