// error: 'intercept(_:_:_:isOptional:priority:_:)' is unavailable: the label of the request comes first: intercept("GET …", .completion(completion)) { … }

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
        intercept(.progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
        #else
        intercept("x", .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
        #endif
    }
}
