// error: 'completion' is unavailable: the last of up to three values has to be a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        #if MISTAKE
        intercept("x", .completion(completion)) { base.head(path, completion: $0) }
        #else
        intercept("x", .callback(completion) { problem, _ in problem }) {
            base.head(path, completion: $0)
        }
        #endif
    }
}
