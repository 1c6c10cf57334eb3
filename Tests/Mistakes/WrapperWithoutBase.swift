// error: cannot find 'fetch' in scope

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func find(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done)) { fetch(path, done: $0) }
        #else
        intercept("x", .completion(done)) { base.fetch(path, done: $0) }
        #endif
    }
}
