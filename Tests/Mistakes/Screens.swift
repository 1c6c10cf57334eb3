// error: type 'Search.OldAPI' has no member 'count'
// error: reference to property 'OldAPI' in closure requires explicit use of 'self' to make capture semantics explicit
// error: expected member name or initializer call after type name

// A property is called as the type was.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Interception

final class OldAPI {
    static func count(completion: @escaping (Result<Int, any Error>) -> Void) {}
}

typealias BareOldAPI = OldAPI

extension InterceptingClient<OldAPI.Type> {
    func count(completion: @escaping (Result<Int, any Error>) -> Void) {
        intercept("count", .completion(completion)) { completion in
            base.count(completion: completion)
        }
    }
}

// The name of the client has `shared`, and the screen calls a static method.
#if MISTAKE
extension Search {
    enum OldAPI { @MainActor static let shared = InterceptingClient(BareOldAPI()) }
}
#else
extension Search {
    var OldAPI: InterceptingClient<BareOldAPI.Type> { InterceptingClient(BareOldAPI.self) }
}
#endif

@MainActor
final class Search {
    func load() {
        OldAPI.count { _ in }
    }
}

// The name of the client is a property of the screen, which the callback retains like any other property.
extension Page {
    var OldAPI: InterceptingClient<BareOldAPI.Type> { InterceptingClient(BareOldAPI.self) }
}

@MainActor
final class Page {
    func load() {
        #if MISTAKE
        OldAPI.count { _ in
            OldAPI.count { _ in }
        }
        #else
        OldAPI.count { [self] _ in
            OldAPI.count { _ in }
        }
        #endif
    }
}

// A type is wrapped without `self`.
func makeAPI() -> InterceptingClient<OldAPI.Type> {
    #if MISTAKE
    InterceptingClient(OldAPI)
    #else
    InterceptingClient(OldAPI.self)
    #endif
}
