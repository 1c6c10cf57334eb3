// The rows of the table in *Shapes of clients*, each wrapped.

// A handle is cancelled by one closure and made in another.
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
    // More values than a role takes, and a callback that returns one.
    func retry(
        _ path: String,
        shouldRetry: @escaping (Int) -> Bool,
        done: @escaping (Data?, Int, Int, Bool, String, (any Error)?) -> Void
    ) {
        intercept("GET \(path)", onRejection: { done(nil, 0, 0, true, path, $0) }) { call in
            base.retry(path, shouldRetry: shouldRetry) { data, status, count, isLast, path, error in
                call.answer(error) { done(data, status, count, isLast, path, error) }
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
    func retry(
        _ path: String,
        shouldRetry: @escaping (Int) -> Bool,
        done: @escaping (Data?, Int, Int, Bool, String, (any Error)?) -> Void
    ) {}
}
