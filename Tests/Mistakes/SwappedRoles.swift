// error: 'failure' is unavailable: this callback is not called with an error; write .success(…) for a value, .completion(…) for a Result or an optional error, or say where the error is: .callback(failure) { code, message in … }

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
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
