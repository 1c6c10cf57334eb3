// error: 'intercept(_:_:isOptional:priority:onRejection:_:)' is unavailable: the roles report that the request was rejected; leave out onRejection:

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", .completion(done), onRejection: { done(.failure($0)) }) { done in
            base.fetch(path, done: done)
        }
        #else
        intercept("x", .completion(done)) { done in base.fetch(path, done: done) }
        #endif
    }
}
