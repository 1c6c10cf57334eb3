// error: cannot convert value of type '(Result<Int, any Error>) -> Void' to expected argument type '(any Error) -> Void'

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func refetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("x", onRejection: done) { call in
            base.fetch(path, done: call.wrap(.completion(done)))
        }
        #else
        intercept("x", onRejection: { done(.failure($0)) }) { call in
            base.fetch(path, done: call.wrap(.completion(done)))
        }
        #endif
    }
}
