// error: 'failure' is unavailable: this callback is not called with an error; write .success(…) for a value, .completion(…) for a Result or an optional error, or say where the error is: .callback(failure) { code, message in … }
// error: 'failure' is unavailable: this callback is not called with an error; write .success(…) for a value, .completion(…) for a Result or an optional error, or say where the error is: .callback(failure) { code, message in … }

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func vote(_ path: String, failure: @escaping (Int, String) -> Void) {
        #if MISTAKE
        intercept("x", .failure(failure)) { base.vote(path, failure: $0) }
        #else
        intercept("x", .callback(failure) { code, text in Problem(code: code, text: text) }) {
            base.vote(path, failure: $0)
        }
        #endif
    }

    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        intercept("x", .failure(success), .success(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #endif
    }
}
