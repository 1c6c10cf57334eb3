// error: 'intercept(_:_:isOptional:priority:_:)' is unavailable: the label of the request comes first: intercept("GET …", .completion(completion)) { … }

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept(.success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
        #endif
    }
}
