// error: contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept("x", .success(success), .failure(failure)) {
            base.post(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #endif
    }
}
