// error: reference to property 'OldAPI' in closure requires explicit use of 'self' to make capture semantics explicit

// The property belongs to the screen, which the callback keeps, as it does with every other property.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Interception

typealias BareOldAPI = OldAPI

extension Search {
    var OldAPI: InterceptingClient<BareOldAPI.Type> { InterceptingClient(BareOldAPI.self) }
}

@MainActor
final class Search {
    #if MISTAKE
    func load() {
        OldAPI.count { _ in
            OldAPI.count { _ in }
        }
    }
    #else
    func load() {
        OldAPI.count { [self] _ in
            OldAPI.count { _ in }
        }
    }
    #endif
}

final class OldAPI {
    static func count(completion: @escaping (Result<Int, any Error>) -> Void) {}
}

extension InterceptingClient<OldAPI.Type> {
    func count(completion: @escaping (Result<Int, any Error>) -> Void) {
        intercept("count", .completion(completion)) { completion in
            base.count(completion: completion)
        }
    }
}
