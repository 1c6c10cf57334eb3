// error: 'intercept(_:_:isOptional:priority:_:)' is unavailable: the label of the request comes first: intercept("GET …", .completion(completion)) { … }
// error: 'intercept(_:isOptional:priority:_:_:)' is unavailable: isOptional: and priority: come after the roles
// error: extraneous argument label 'done:' in call
// error: extra trailing closure passed in call
// further error: argument passed to call that takes no arguments
// error: type '(Result<Int, any Error>) -> Void' cannot conform to 'CallbackRole'
// error: type 'CallbackRole' has no member 'done'
// warning: 'success' is deprecated: this callback carries an error; write .completion(…)
// error: 'finally' is unavailable: .finally(…) takes a callback without a value, which runs after all others; write .success(…), .failure(…) or .completion(…)
// error: 'completion' is unavailable: .completion(…) takes a callback with up to three values, of which the last is a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }
// error: 'intercept(_:_:isOptional:priority:_:)' is unavailable: the label of the request comes first: intercept("GET …", .completion(completion)) { … }
// error: 'intercept(_:success:failure:_:)' is unavailable: a role stands in place of the label: intercept(label, .success(success), .failure(failure)) { success, failure in … }
// error: instance method 'intercept(_:_:_:isOptional:priority:isolation:_:)' requires that '((any Error) -> Void)?' conform to 'CallbackRole'
// error: type 'CallbackRole' has no member 'error'
// error: 'intercept(_:_:isOptional:priority:_:)' is unavailable: the label of the request comes first: intercept("GET …", .completion(completion)) { … }
// error: 'progress' is unavailable: .progress(…) takes a callback with one to three values, which does not end the request
// error: 'callback' is unavailable: .callback(…) takes a callback and a closure that finds the error: .callback(completion) { value, status in … }

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func completion(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        // The label is left out.
        intercept(.completion(done)) { done in base.fetch(path, done: done) }
        // An option comes before the role.
        intercept("x", isOptional: true, .completion(done)) { done in base.fetch(path, done: done) }
        // The role has the label of the client.
        intercept("x", done: .completion(done)) { done in base.fetch(path, done: done) }
        // The callback has a label in place of a role.
        intercept("x", completion: done) { done in base.fetch(path, done: done) }
        // The callback has no role.
        intercept("x") { call in base.fetch(path, done: call.wrap(done)) }
        // There is no such role.
        intercept("x", .done(done)) { done in base.fetch(path, done: done) }
        // The role does not fit a callback that carries an error.
        intercept("x", .success(done)) { done in base.fetch(path, done: done) }
        // The role does not fit a callback with a value.
        intercept("x", .finally(done)) { done in base.fetch(path, done: done) }
        // The role has no callback.
        intercept("x", .completion()) { done in base.fetch(path, done: done) }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        intercept("x", .completion(done), isOptional: true) { done in base.fetch(path, done: done) }
        intercept("x") { call in base.fetch(path, done: call.wrap(.completion(done))) }
        #endif
    }

    func twoCallbacks(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        // The cure is the method `post` of the file with the client.
        #if MISTAKE
        // The label is left out.
        intercept(.success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        // The roles have the labels of the client.
        intercept("x", success: .success(success), failure: .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        // A callback has no role.
        intercept("x", .success(success), failure) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        // There is no such role.
        intercept("x", .success(success), .error(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #endif
    }

    func labelLeftOutOfThreeRoles(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        intercept(.progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
        #endif
    }

    func progressWithoutAValue(_ path: String, done: @escaping () -> Void) {
        #if MISTAKE
        intercept("x", .progress(done)) { base.stop(path, done: $0) }
        #else
        intercept("x", .success(done)) { base.stop(path, done: $0) }
        #endif
    }

    func errorOfACallbackLeftOut(_ path: String, completion: @escaping ((any Error)?, Data) -> Void)
    {
        #if MISTAKE
        intercept("x", .callback(completion)) { base.head(path, completion: $0) }
        #else
        intercept("x", .callback(completion) { problem, _ in problem }) {
            base.head(path, completion: $0)
        }
        #endif
    }
}
