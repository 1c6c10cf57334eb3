// error: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done)) { base.fetch(path, done: done) }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
