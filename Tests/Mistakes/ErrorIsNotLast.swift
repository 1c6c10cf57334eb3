// error: 'completion' is unavailable: the last of up to three values has to be a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }
// error: 'completion' is unavailable: the last of up to three values has to be a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }
// error: 'completion' is unavailable: the last of up to three values has to be a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        #if MISTAKE
        intercept("x", .completion(completion)) { base.head(path, completion: $0) }
        #else
        intercept("x", .callback(completion) { problem, _ in problem }) {
            base.head(path, completion: $0)
        }
        #endif
    }

    func four(_ path: String, done: @escaping (Int, Int, Int, (any Error)?) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done)) { base.four(path, done: $0) }
        #else
        intercept("x", onRejection: { done(0, 0, 0, $0) }) { call in
            base.four(path) { a, b, c, error in
                call.answer(error) { done(a, b, c, error) }
            }
        }
        #endif
    }

    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        intercept("x", .success(success), .completion(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #endif
    }
}

extension NetworkTool {
    func four(_ path: String, done: @escaping (Int, Int, Int, (any Error)?) -> Void) {}
}
