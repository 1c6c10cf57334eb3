// error: 'intercept(_:success:failure:_:)' is unavailable: a role stands in place of the label: intercept(label, .success(success), .failure(failure)) { success, failure in … }

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept("x", success: .success(success), failure: .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #endif
    }
}
