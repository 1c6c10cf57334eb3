// error: cannot convert value of type '([String]) -> Void' to expected argument type '(any Error) -> Void'

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
            base.list(path, success: $1, failure: $0)
        }
        #else
        intercept("x", .success(success), .failure(failure)) {
            base.list(path, success: $0, failure: $1)
        }
        #endif
    }
}
