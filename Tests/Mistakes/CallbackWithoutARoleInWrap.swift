// error: type '(Result<Int, any Error>) -> Void' cannot conform to 'CallbackRole'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x") { call in base.fetch(path, done: call.wrap(done)) }
        #else
        intercept("x") { call in base.fetch(path, done: call.wrap(.completion(done))) }
        #endif
    }
}
