// error: cannot convert value of type 'Int' to expected argument type 'String'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        intercept("x", .success(success), .failure(failure)) {
            base.list(7, success: $0, failure: $1)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #endif
    }
}
