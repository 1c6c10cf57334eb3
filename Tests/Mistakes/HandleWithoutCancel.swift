// error: cannot convert return expression of type '()' to return type 'NetworkCall'

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func reload(_ path: String, done: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        #if MISTAKE
        intercept("GET \(path)") { call in
            base.get(path, completion: call.completion(done))
        }
        #else
        intercept("GET \(path)", cancel: { $0.cancel() }) { call in
            base.get(path, completion: call.completion(done))
        }
        #endif
    }
}
