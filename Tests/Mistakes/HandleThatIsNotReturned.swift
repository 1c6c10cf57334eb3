// warning: result of call to 'get(_:completion:)' is unused
// further error: missing return in closure expected to return 'NetworkCall'

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func reload(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall
    {
        #if MISTAKE
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion in
            print(path)
            base.get(path, completion: completion)
        }
        #else
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion in
            print(path)
            return base.get(path, completion: completion)
        }
        #endif
    }
}
