// error: type 'CallbackRole' has no member 'error'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept("x", .success(success), .error(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #endif
    }
}
