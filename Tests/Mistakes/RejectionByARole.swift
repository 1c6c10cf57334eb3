// error: extraneous argument label 'onRefusal:' in call
// error: value of type '((Result<Int, any Error>) -> Void)?' has no member 'wrap'
// error: cannot infer contextual base in reference to member 'completion'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", onRefusal: .completion(done)) { call in
            base.fetch(path, done: call.wrap(.completion(done)))
        }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
