// error: 'intercept(_:isOptional:priority:_:_:)' is unavailable: isOptional: and priority: come after the roles

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", isOptional: true, .completion(done)) { done in base.fetch(path, done: done) }
        #else
        intercept("x", .completion(done), isOptional: true) { done in base.fetch(path, done: done) }
        #endif
    }
}
