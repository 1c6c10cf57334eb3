// error: 'success' is unavailable: .success(…) takes a callback with up to two values that neither throws nor is async; for three values say where the error is: .callback(success) { code, message, data in … }, for others write { call in … }
// error: 'completion' is unavailable: .completion(…) takes a callback with up to three values, of which the last is a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }
// error: 'completion' is unavailable: .completion(…) takes a callback with up to three values, of which the last is a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }
// error: 'completion' is unavailable: .completion(…) takes a callback with up to three values, of which the last is a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }
// error: 'failure' is unavailable: .failure(…) takes a callback that is called with an error; write .success(…) for a value, .completion(…) for a Result or an optional error, or say where the error is: .callback(failure) { code, message in … }
// error: 'failure' is unavailable: .failure(…) takes a callback that is called with an error; write .success(…) for a value, .completion(…) for a Result or an optional error, or say where the error is: .callback(failure) { code, message in … }
// error: 'callback(_:error:)' is unavailable: the closure of .callback(…) returns an error, or nil if the request succeeded
// error: 'callback(_:error:)' is unavailable: the closure of .callback(…) returns an error, or nil if the request succeeded
// error: 'intercept(_:_:_:_:_:_:isOptional:priority:_:)' is unavailable: there are at most four roles; wrap the callbacks in the closure: intercept(label) { call in base.method(success: call.wrap(.success(success)), …) }
// error: 'success' is unavailable: .success(…) takes a callback with up to two values that neither throws nor is async; for three values say where the error is: .callback(success) { code, message, data in … }, for others write { call in … }
// error: 'success' is unavailable: .success(…) takes a callback with up to two values that neither throws nor is async; for three values say where the error is: .callback(success) { code, message, data in … }, for others write { call in … }
// error: passing non-escaping parameter 'done' to function expecting an '@escaping' closure

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func successWithThreeValues(_ done: @escaping (Int, Int, Int) -> Void) {
        #if MISTAKE
        intercept("x", .success(done)) { base.three($0) }
        #else
        intercept("x", .callback(done) { _, _, _ in nil }) { base.three($0) }
        #endif
    }

    func errorIsNotLast(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        #if MISTAKE
        intercept("x", .completion(completion)) { base.head(path, completion: $0) }
        #else
        intercept("x", .callback(completion) { problem, _ in problem }) {
            base.head(path, completion: $0)
        }
        #endif
    }

    func completionWithFourValues(_ done: @escaping (Int, Int, Int, (any Error)?) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done)) { base.four($0) }
        #else
        intercept("x", onRejection: { done(0, 0, 0, $0) }) { call in
            base.four { a, b, c, error in call.answer(error) { done(a, b, c, error) } }
        }
        #endif
    }

    func twoCallbacks(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        // The callback is called only on failure.
        intercept("x", .success(success), .completion(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        // The callbacks are swapped.
        intercept("x", .failure(success), .success(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #endif
    }

    func failureWithoutAnError(_ path: String, failure: @escaping (Int, String) -> Void) {
        #if MISTAKE
        // The role needs an error.
        intercept("x", .failure(failure)) { base.vote(path, failure: $0) }
        // The closure returns a text.
        intercept("x", .callback(failure) { _, text in text }) { base.vote(path, failure: $0) }
        #else
        intercept("x", .callback(failure) { code, text in Problem(code: code, text: text) }) {
            base.vote(path, failure: $0)
        }
        #endif
    }

    func optionalFailureWithoutAnError(_ path: String, failure: ((Int, String) -> Void)?) {
        #if MISTAKE
        intercept("x", .callback(failure) { code, text in code == 0 ? nil : text }) {
            base.vote(path, failure: $0 ?? { _, _ in })
        }
        #else
        intercept("x", .callback(failure) { code, text in Problem(code: code, text: text) }) {
            base.vote(path, failure: $0 ?? { _, _ in })
        }
        #endif
    }

    func fiveRoles(_ a: @escaping () -> Void) {
        #if MISTAKE
        intercept("x", .success(a), .success(a), .success(a), .success(a), .finally(a)) {
            base.five($0, $1, $2, $3, $4)
        }
        #else
        intercept("x") { call in
            let wrapped = call.wrap(.success(a))
            base.five(wrapped, wrapped, wrapped, wrapped, call.wrap(.finally(a)))
        }
        #endif
    }

    func throwing(_ done: @escaping (Int) throws -> Void) {
        #if MISTAKE
        intercept("x", .success(done)) { base.throwing($0) }
        #else
        intercept("x") { call in
            base.throwing { count in try call.answer(nil) { Result { try done(count) } }.get() }
        }
        #endif
    }

    func asynchronous(_ done: @escaping (Int) async -> Void) {
        #if MISTAKE
        intercept("x", .success(done)) { base.asynchronous($0) }
        #else
        intercept("x") { call in
            base.asynchronous { count in
                await done(count)
                call.answer(nil) {}
            }
        }
        #endif
    }

    #if MISTAKE
    func notEscaping(_ path: String, done: (Result<Int, any Error>) -> Void) {
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
    }
    #else
    func notEscaping(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
    }
    #endif
}

extension NetworkTool {
    func three(_ done: @escaping (Int, Int, Int) -> Void) {}
    func four(_ done: @escaping (Int, Int, Int, (any Error)?) -> Void) {}
    func five(
        _ a: @escaping () -> Void,
        _ b: @escaping () -> Void,
        _ c: @escaping () -> Void,
        _ d: @escaping () -> Void,
        _ e: @escaping () -> Void
    ) {}
    func throwing(_ done: @escaping (Int) throws -> Void) {}
    func asynchronous(_ done: @escaping (Int) async -> Void) {}
}
