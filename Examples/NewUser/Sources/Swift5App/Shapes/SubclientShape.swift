import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Shop> {
    // A wrapper of the client in a property.
    var orders: InterceptingClient<Orders> {
        InterceptingClient<Orders>(base.orders, settings: interceptionSettings)
    }
    var users: InterceptingClient<Users> {
        InterceptingClient<Users>(base.users, settings: interceptionSettings)
    }
}

nonisolated extension InterceptingClient<Orders> {
    func list(_ fate: Fate, completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("list", .completion(completion)) { base.list(fate, completion: $0) }
    }
}

nonisolated extension InterceptingClient<Users> {
    func find(
        _ fate: Fate,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("find", .success(success), .failure(failure)) { success, failure in
            base.find(fate, success: success, failure: failure)
        }
    }
}
