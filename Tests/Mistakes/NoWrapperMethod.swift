// error: value of type 'InterceptingClient<NetworkTool>' has no member 'put'
// error: value of type 'InterceptingClient<NetworkTool>' has no member 'search'
// error: value of type 'InterceptingClient<NetworkTool>' has no member 'search'
// error: value of type 'InterceptingClient<API>' has no member 'user'
// error: value of type 'InterceptingClient<API>' has no member 'users'

import Interception

/// A client of closures, and with a client in a property.
struct API {
    struct Users {
        func list(_ done: @escaping ([Int]) -> Void) {}
    }

    var user: @Sendable (Int) async throws -> String
    let users = Users()
}

extension NetworkTool {
    func search(_ words: String, page: Int = 0, done: ((Int) -> Void)? = nil) {}
}

func send(network: InterceptingClient<NetworkTool>, api: InterceptingClient<API>) async throws {
    network.put("feed")
    network.search("words")
    network.search("words", page: 2) { _ in }
    _ = try await api.user(2)
    api.users.list { _ in }
}
