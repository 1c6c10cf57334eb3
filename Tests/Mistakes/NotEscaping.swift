// error: passing non-escaping parameter 'done' to function expecting an '@escaping' closure

import Foundation
import Interception

#if MISTAKE
extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: (Result<Int, any Error>) -> Void) {
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
    }
}
#else
extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
    }
}
#endif
