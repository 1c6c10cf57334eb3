// error: 'completion' is unavailable: the last of up to three values has to be a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
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
}

extension NetworkTool {
    func four(_ path: String, done: @escaping (Int, Int, Int, (any Error)?) -> Void) {}
}
