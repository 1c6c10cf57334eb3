// error: cannot convert return expression of type '()' to return type 'NetworkCall'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func reload(_ path: String, done: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        intercept("GET \(path)") { call in
            base.get(path, completion: call.completion(done))
        }
    }
}
