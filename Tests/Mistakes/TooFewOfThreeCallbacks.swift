// error: contextual closure type '(@escaping (Double) -> Void, @escaping (Any) -> Void, @escaping (any Error) -> Void) -> Void' expects 3 arguments, but 2 were used in closure body

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
            base.upload(path, progress: $0, success: $1, failure: failure)
        }
        #else
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
        #endif
    }
}
