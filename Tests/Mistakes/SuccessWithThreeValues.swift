// error: 'success' is unavailable: a success callback has up to two values; for three write .callback(success) { _, _, _ in nil }, for more { call in … }

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func three(_ path: String, done: @escaping (Int, Int, Int) -> Void) {
        #if MISTAKE
        intercept("x", .success(done)) { base.three(path, done: $0) }
        #else
        intercept("x", .callback(done) { _, _, _ in nil }) { base.three(path, done: $0) }
        #endif
    }
}

extension NetworkTool {
    func three(_ path: String, done: @escaping (Int, Int, Int) -> Void) {}
}
