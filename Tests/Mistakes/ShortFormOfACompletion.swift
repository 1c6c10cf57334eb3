// error: extra trailing closure passed in call
// error: argument passed to call that takes no arguments

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", completion: done) { done in base.fetch(path, done: done) }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
