// error: cannot convert value of type '([String]) -> Void' to expected argument type '(any Error) -> Void'
// error: cannot convert value of type 'Int' to expected argument type 'String'
// error: missing argument for parameter 'failure' in call
// error: failed to produce diagnostic for expression; please submit a bug report (https://swift.org/contributing/#reporting-bugs)
// error: contextual closure type '(Optional<(Any) -> Void>, Optional<(any Error) -> Void>) -> Void' expects 2 arguments, but 1 was used in closure body
// error: contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored
// error: contextual closure type '(@escaping (Double) -> Void, @escaping (Any) -> Void, @escaping (any Error) -> Void) -> Void' expects 3 arguments, but 2 were used in closure body
// error: contextual type for closure argument list expects 3 arguments, which cannot be implicitly ignored
// error: contextual closure type '(@escaping (Result<Int, any Error>) -> Void) -> Void' expects 1 argument, but 2 were used in closure body
// error: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored
// error: incorrect argument label in call (have '_:completion:', expected '_:done:')
// error: cannot find 'fetch' in scope
// error: contextual closure type '(@escaping (Data?, (any Error)?) -> Void) throws -> NetworkCall' expects 1 argument, but 2 were used in closure body
// error: cannot assign to property: 'letter' is a 'let' constant
// error: cannot find 'base' in scope

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func arguments(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        // The callbacks are swapped.
        intercept("x", .success(success), .failure(failure)) {
            base.list(path, success: $1, failure: $0)
        }
        // Another argument is wrong.
        intercept("x", .success(success), .failure(failure)) {
            base.list(7, success: $0, failure: $1)
        }
        // An argument is left out.
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #endif
    }

    func twoCallbacks(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        // The cure is the method `post` of the file with the client.
        #if MISTAKE
        // The callbacks are swapped, and one takes any value.
        intercept("x", .failure(failure), .success(success)) {
            base.post(path, success: $0, failure: $1)
        }
        // The closure takes one of the two callbacks.
        intercept("x", .success(success), .failure(failure)) { success in
            base.post(path, success: success, failure: failure)
        }
        // The closure takes none of them.
        intercept("x", .success(success), .failure(failure)) {
            base.post(path, success: success, failure: failure)
        }
        #endif
    }

    func threeCallbacks(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        // The closure takes two of the three callbacks.
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: failure)
        }
        // The closure takes none of them.
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: progress, success: success, failure: failure)
        }
        #else
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
        #endif
    }

    func oneCallback(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        // The closure takes more callbacks than there are.
        intercept("x", .completion(done)) { done, failure in base.fetch(path, done: done) }
        // The closure does not take its callback.
        intercept("x", .completion(done)) { base.fetch(path, done: done) }
        // The argument has another label.
        intercept("x", .completion(done)) { base.fetch(path, completion: $0) }
        // The method of the client is called without `base`.
        intercept("x", .completion(done)) { fetch(path, done: $0) }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }

    func tooManyCallbacksWithAHandle(
        _ path: String,
        completion: @escaping (Data?, (any Error)?) -> Void
    ) -> NetworkCall {
        #if MISTAKE
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion, failure in
            base.get(path, completion: completion)
        }
        #else
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.get(path, completion: completion)
        }
        #endif
    }

    func requestThatIsAValue(_ letter: Letter) {
        intercept("x") { call in
            #if !MISTAKE
            var letter = letter
            #endif
            letter.onSuccess = call.wrap(.success(letter.onSuccess))
            base.send(letter)
        }
    }
}

struct Letter {
    var onSuccess: ((Int) -> Void)?
}

extension NetworkTool {
    func send(_ letter: Letter) {}
}

/// A client that is a class of the user.
final class Search: RequestIntercepting {
    func find(_ words: String, completion: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", .completion(completion)) { completion in base.send(words, completion) }
        #else
        intercept("x", .completion(completion)) { completion in self.send(words, completion) }
        #endif
    }

    private func send(_ words: String, _ completion: @escaping (Result<Int, any Error>) -> Void) {}
}
