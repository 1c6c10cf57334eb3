// error: contextual type for closure argument list expects 3 arguments, which cannot be implicitly ignored

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: progress, success: success, failure: failure)
        }
        #else
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
        #endif
    }
}
