// error: type 'Search.OldAPI' has no member 'count'

// A property is called as the type was.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Interception

typealias BareOldAPI = OldAPI

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
