// error: value of type 'InterceptingClient<NetworkTool>' has no member 'put'
// further error: value of type 'InterceptingClient<NetworkTool>' has no member 'search'
// further error: value of type 'InterceptingClient<NetworkTool>' has no member 'search'
// further error: value of type 'InterceptingClient<API>' has no member 'user'
// further error: value of type 'InterceptingClient<API>' has no member 'users'
// error: cannot convert value of type 'InterceptingClient<NetworkTool>' to expected argument type 'NetworkTool'
// error: using 'super' in a closure where 'self' is explicitly captured is not yet supported
// error: cannot assign value of type 'InterceptingClient<Uploader>' to type 'Uploader'

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

#if !MISTAKE
extension InterceptingClient<NetworkTool> {
    func search(_ words: String, page: Int = 0, done: ((Int) -> Void)? = nil) {
        intercept("search", .success(done)) { base.search(words, page: page, done: $0) }
    }
}

extension InterceptingClient<API> {
    func user(_ number: Int) async throws -> String {
        try await intercept("user") { try await base.user(number) }
    }

    var users: InterceptingClient<API.Users> {
        InterceptingClient<API.Users>(base.users, settings: interceptionSettings)
    }
}

extension InterceptingClient<API.Users> {
    func list(_ done: @escaping ([Int]) -> Void) {
        intercept("users", .success(done)) { base.list($0) }
    }
}
#endif

// The methods have no wrapper.
func send(network: InterceptingClient<NetworkTool>, api: InterceptingClient<API>) async throws {
    #if MISTAKE
    network.put("feed")
    #else
    network.base.put("feed")  // in no group
    #endif
    network.search("words")
    network.search("words", page: 2) { _ in }
    _ = try await api.user(2)
    api.users.list { _ in }
}

func configure(_ tool: NetworkTool) {}

// The function takes the bare client.
func start(network: InterceptingClient<NetworkTool>) {
    #if MISTAKE
    configure(network)
    #else
    configure(network.base)
    #endif
}

class Uploader {
    func upload(_ name: String, done: (() -> Void)?) {}
}

// A subclass as the wrapper: the compiler accepts `super` only without a capture list.
final class InterceptingUploader: Uploader, RequestIntercepting {
    override func upload(_ name: String, done: (() -> Void)?) {
        #if MISTAKE
        intercept(name, .success(done)) { [self] done in super.upload(name, done: done) }
        #else
        intercept(name, .success(done)) { done in super.upload(name, done: done) }
        #endif
    }
}

/// Has the client in a property, which other code sets.
final class UploadService {
    var uploader = Uploader()
}

// The property has the type of the bare client.
func replaceClient(of service: UploadService) {
    #if MISTAKE
    service.uploader = InterceptingClient(Uploader())
    #else
    service.uploader = InterceptingUploader()
    #endif
}
