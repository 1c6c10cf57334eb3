// error: type 'String' has no member 'completion'
// error: cannot convert value of type 'InterceptedCall' to expected argument type '(Result<Int, any Error>) -> Void'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept(.completion(done)) { done in base.fetch(path, done: done) }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
