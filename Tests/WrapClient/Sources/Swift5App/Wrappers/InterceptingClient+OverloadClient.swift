// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client OverloadClient --hint 'get(_:done:) = done: callback { ok, text in ok ? nil : Refused(text ?? "") }' --hint 'get(_: String, done: (Int) -> Void) = done: callback { code in code == 200 ? nil : Refused("\(code)") }' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<OverloadClient> {
    var script: ScriptedClient<String> { base.script }

    // subscript(_:_:) is not wrapped: the command writes no subscripts. Written by hand in
    // another file, with this hint:
    //     subscript(_:_:) = skip

    // subscript(key:_:) is not wrapped: the command writes no subscripts. Written by hand in
    // another file, with this hint:
    //     subscript(key:_:) = skip

    // subscript(later:_:) is not wrapped: the command writes no subscripts. Written by hand in
    // another file, with this hint:
    //     subscript(later:_:) = skip

    func add(_ number: Int, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("add", .completion(completion)) { base.add(number, completion: $0) }
    }

    func add(_ text: String, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("add", .completion(completion)) { base.add(text, completion: $0) }
    }

    // all(_:) is not wrapped: handlers holds callbacks, and which of them end a request is not
    // certain. Settled by a hint:
    //     all(_:) = skip
    //     all(_:) = forward

    func built(
        @Lines lines: @escaping () -> [String],
        name: String,
        completion: @escaping ((any Error)?) -> Void
    ) {
        intercept("built", .completion(completion)) { completion in
            base.built(lines: lines, name: name, completion: completion)
        }
    }

    func get(_ path: URL, done: @escaping ((any Error)?) -> Void) {
        intercept("get", .completion(done)) { base.get(path, done: $0) }
    }

    // get(_:done:) does not report a rejection. Settled by a hint:
    //     get(_: String, done: (Int) -> Void) = rejection: done(0)
    func get(_ name: String, done: @escaping (Int) -> Void) {
        intercept("get", .callback(done) { code in code == 200 ? nil : Refused("\(code)") }) {
            base.get(name, done: $0)
        }
    }

    // get(_:done:) does not report a rejection. Settled by a hint:
    //     get(_: Int, done: (Bool, String?) -> Void) = rejection: done(false, "\($0)")
    func get(_ id: Int, done: @escaping (Bool, String?) -> Void) {
        intercept("get", .callback(done) { ok, text in ok ? nil : Refused(text ?? "") }) { done in
            base.get(id, done: done)
        }
    }

    func keyed(_ door: borrowing Door) -> Int { base.keyed(door) }

    func lines() -> [String] { base.lines() }

    // opened(_:completion:) is not wrapped: the request may start after door has been released.
    // Written by hand in another file, with this hint:
    //     opened(_:completion:) = skip

    func retry(completion: @escaping ((any Error)?) -> Void) {
        intercept("retry", .completion(completion)) { base.retry(completion: $0) }
    }

    func retry(times: Int, completion: @escaping ((any Error)?) -> Void) {
        intercept("retry", .completion(completion)) { base.retry(times: times, completion: $0) }
    }
}
