// error: contextual closure type '(Optional<(Any) -> Void>, Optional<(any Error) -> Void>) -> Void' expects 2 arguments, but 1 was used in closure body

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept("x", .success(success), .failure(failure)) { success in
            base.post(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #endif
    }
}
