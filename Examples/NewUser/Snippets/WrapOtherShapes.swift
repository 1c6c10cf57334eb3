// The rows of the table in *Shapes of clients*, each wrapped.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<OldAPI.Type> {
    func load(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept("GET \(path)", .completion(completion)) { base.load(path, completion: $0) }
    }
}

let api = InterceptingClient(OldAPI.self)
api.load("feed") { _ in }

extension InterceptingClient<Weather> {
    func today(_ city: String, completion: @escaping (Int?, (any Error)?) -> Void) {
        intercept("today", .completion(completion)) { base.today(city, $0) }
    }

    var maps: InterceptingClient<Maps> {
        InterceptingClient<Maps>(base.maps, settings: interceptionSettings)
    }
}

extension InterceptingClient: Network where Base == any Network {
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

final class Search: RequestIntercepting {
    func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("find", .completion(completion)) {
            self.send(words, $0)
        }
    }

    private func send(_ words: String, _ completion: @escaping ([String]?, (any Error)?) -> Void) {
        completion([], nil)
    }
}

nonisolated extension InterceptingClient<Maps> {
    func tile(_ number: Int, completion: @escaping (Data?, (any Error)?) -> Void) {
        intercept("tile", .completion(completion)) { base.tile(number, completion: $0) }
    }
}

// snippet: escape hatch
extension InterceptingClient<Courier> {
    func retry(_ path: String, done: @escaping (Data?, Int, Bool, (any Error)?) -> Void) {
        intercept("GET \(path)", onRejection: { done(nil, 0, true, $0) }) { call in
            base.retry(path) { data, status, isLast, error in
                call.answer(error) { done(data, status, isLast, error) }
            }
        }
    }
}
// end: escape hatch

// MARK: - What the app had before

enum OldAPI {
    static func load(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {}
}

struct Maps {
    func tile(_ number: Int, completion: @escaping (Data?, (any Error)?) -> Void) {}
}

struct Weather {
    var today: (String, @escaping (Int?, (any Error)?) -> Void) -> Void
    var maps = Maps()
}

protocol Network {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    )
}

final class Courier: Sendable {
    func retry(_ path: String, done: @escaping (Data?, Int, Bool, (any Error)?) -> Void) {}
}
