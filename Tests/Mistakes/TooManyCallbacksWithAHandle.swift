// error: contextual closure type '(@escaping (Data?, (any Error)?) -> Void) throws -> NetworkCall' expects 1 argument, but 2 were used in closure body

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func reload(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall
    {
        #if MISTAKE
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion, failure in
            base.get(path, completion: completion)
        }
        #else
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.get(path, completion: completion)
        }
        #endif
    }
}
