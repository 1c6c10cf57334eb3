// Clients older than Swift 6, and the rows of the table in *Shapes of clients*.

// One closure reports a rejection, another calls the client. A property keeps the name of the type that it replaces.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument, AlwaysUseLowerCamelCase

import Foundation
import Interception
@preconcurrency import OldKit

// snippet: callback on the main actor
nonisolated extension InterceptingClient<OldTool> {
    // The client calls back on any thread; the closures of its callers belong to the main actor.
    func fetch(
        _ path: String,
        success: @escaping @MainActor @Sendable (String) -> Void,
        failure: @escaping @MainActor @Sendable (any Error) -> Void
    ) {
        intercept("GET \(path)", .success(onMain: success), .failure(onMain: failure)) {
            success,
            failure in
            base.fetch(path) { value in
                DispatchQueue.main.async { success(value) }
            } failure: { error in
                DispatchQueue.main.async { failure(error) }
            }
        }
    }
}
// end: callback on the main actor

// snippet: answer of a retry
nonisolated extension InterceptingClient<OldTool> {
    // Calls back with the failure of the first attempt, and again with the answer of the second.
    func stock(of item: String, handler: @escaping (Int, (any Error)?) -> Void) {
        intercept("stock", onRejection: { handler(0, $0) }) { call in
            let first = call.wrap(.progress(handler))
            var isRetry = false
            base.stock(of: item) { count, error in
                if error != nil, !isRetry {
                    isRetry = true
                    first(count, error)  // does not end the request
                } else {
                    call.answer(error) { handler(count, error) }
                }
            }
        }
    }
}
// end: answer of a retry

// For the class and for each class that inherits from it.
nonisolated extension InterceptingClient where Base: Shop {
    func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("find", .completion(completion)) { base.find(words, completion: $0) }
    }
}

// What the subclass adds.
nonisolated extension InterceptingClient<PartnerShop> {
    func offers(completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("offers", .completion(completion)) { base.offers(completion: $0) }
    }
}

nonisolated extension InterceptingClient<OldAPI.Type> {
    var shared: InterceptingClient<OldAPI> {
        InterceptingClient<OldAPI>(base.shared, settings: interceptionSettings)
    }

    func load(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept("GET \(path)", .completion(completion)) { base.load(path, completion: $0) }
    }
}

nonisolated extension InterceptingClient<OldAPI> {
    func send(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept("POST \(path)", .completion(completion)) { base.send(path, completion: $0) }
    }
}

typealias BareOldAPI = OldKit.OldAPI

/// A screen whose property shadows the client's type with its wrapper.
@MainActor
final class Screen {
    func load(_ path: String, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        OldAPI.load(path, completion: completion)
    }

    func send(_ path: String, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        OldAPI.shared.send(path, completion: completion)
    }
}

extension Screen {
    var OldAPI: InterceptingClient<BareOldAPI.Type> { InterceptingClient(BareOldAPI.self) }
}

nonisolated extension InterceptingClient<Weather> {
    func today(_ city: String, completion: @escaping (Int?, (any Error)?) -> Void) {
        intercept("today", .completion(completion)) { base.today(city, $0) }
    }

    var maps: InterceptingClient<Maps> {
        InterceptingClient<Maps>(base.maps, settings: interceptionSettings)
    }
}

nonisolated extension InterceptingClient<Maps> {
    func tile(_ number: Int, completion: @escaping (Data?, (any Error)?) -> Void) {
        intercept("tile", .completion(completion)) { base.tile(number, completion: $0) }
    }
}

/// A protocol of the app, to which its client conforms.
nonisolated protocol Network {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    )
}

nonisolated extension InterceptingClient: Network where Base == any Network {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("GET \(path)", .success(success), .failure(failure)) { success, failure in
            base.get(path, success: success, failure: failure)
        }
    }
}

/// The client for tests.
nonisolated struct ScriptedNetwork: Network {
    let script: ScriptedClient<String>

    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        script.send("GET \(path)", success: success, failure: failure)
    }
}

/// A client of the app itself.
nonisolated final class Search: RequestIntercepting {
    private let shop: Shop

    init(_ shop: Shop) { self.shop = shop }

    func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("find", .completion(completion)) {
            self.send(words, $0)
        }
    }

    private func send(_ words: String, _ completion: @escaping ([String]?, (any Error)?) -> Void) {
        shop.find(words, completion: completion)
    }
}
