// error: type 'CallbackRole' has no member 'done'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x") { call in base.fetch(path, done: call.wrap(.done(done))) }
        #else
        intercept("x") { call in base.fetch(path, done: call.wrap(.completion(done))) }
        #endif
    }
}
