// error: value of tuple type '()' has no member 'cancel'

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done), cancel: { $0.cancel() }) { done in
            base.fetch(path, done: done)
        }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
