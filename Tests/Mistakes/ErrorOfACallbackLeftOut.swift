// error: missing argument for parameter 'error' in call

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        #if MISTAKE
        intercept("x", .callback(completion)) { base.head(path, completion: $0) }
        #else
        intercept("x", .callback(completion) { problem, _ in problem }) {
            base.head(path, completion: $0)
        }
        #endif
    }
}
