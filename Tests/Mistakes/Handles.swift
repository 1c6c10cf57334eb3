// error: 'intercept(_:_:isOptional:priority:cancel:_:)' is unavailable: a request that returns a handle does not wait, so it has no priority; leave out priority:
// error: argument 'isOptional' must precede argument 'cancel'
// error: cannot convert return expression of type '()' to return type 'NetworkCall'
// error: value of tuple type '()' has no member 'cancel'
// error: 'intercept(_:_:_:isOptional:priority:onRejection:_:)' is unavailable: the roles report that the request was rejected; leave out onRejection:
// error: extraneous argument label 'onRefusal:' in call
// further error: value of type '((Result<Int, any Error>) -> Void)?' has no member 'wrap'
// further error: cannot infer contextual base in reference to member 'completion'
// error: cannot convert value of type '(Result<Int, any Error>) -> Void' to expected argument type '(any Error) -> Void'
// error: invalid conversion from throwing function of type '(((Any) -> Void)?) throws -> ()' to non-throwing function type '(Optional<(Any) -> Void>) -> Void'

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func handle(
        _ path: String,
        completion: @escaping (Data?, (any Error)?) -> Void
    ) -> NetworkCall {
        #if MISTAKE
        // The request has a priority.
        _ = intercept("x", .completion(completion), priority: .high, cancel: { $0.cancel() }) {
            completion in base.get(path, completion: completion)
        }
        // An option comes after the closure that cancels.
        intercept("x", .completion(completion), cancel: { $0.cancel() }, isOptional: true) {
            completion in base.get(path, completion: completion)
        }
        // The closure that cancels is left out.
        return intercept("x", .completion(completion)) { completion in
            base.get(path, completion: completion)
        }
        #else
        intercept("x", .completion(completion), isOptional: true, cancel: { $0.cancel() }) {
            completion in base.get(path, completion: completion)
        }
        #endif
    }

    func noHandle(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        // There is no handle to cancel.
        intercept("x", .completion(done), cancel: { $0.cancel() }) { done in
            base.fetch(path, done: done)
        }
        // A closure reports the rejection beside a role.
        intercept("x", .completion(done), onRejection: { done(.failure($0)) }) { done in
            base.fetch(path, done: done)
        }
        // A role has a label.
        intercept("x", onRefusal: .completion(done)) { call in
            base.fetch(path, done: call.wrap(.completion(done)))
        }
        // The callback is not a closure that takes an error.
        intercept("x", onRejection: done) { call in
            base.fetch(path, done: call.wrap(.completion(done)))
        }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        intercept("x", onRejection: { done(.failure($0)) }) { call in
            base.fetch(path, done: call.wrap(.completion(done)))
        }
        #endif
    }

    func methodThatThrows(_ path: String, success: ((Any) -> Void)?) throws {
        #if MISTAKE
        intercept("x", .success(success)) { try base.send(path, success: $0) }
        #else
        try intercept("x", .success(success), cancel: { _ in }) {
            try base.send(path, success: $0)
        }
        #endif
    }
}

extension NetworkTool {
    func send(_ path: String, success: ((Any) -> Void)?) throws {}
}
