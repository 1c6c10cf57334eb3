// error: contextual closure type '(@escaping (Result<Int, any Error>) -> Void) -> Void' expects 1 argument, but 2 were used in closure body

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done)) { done, failure in base.fetch(path, done: done) }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
