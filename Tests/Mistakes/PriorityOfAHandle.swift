// error: 'intercept(_:_:isOptional:priority:cancel:_:)' is unavailable: a request that returns a handle does not wait, so it has no priority; leave out priority:

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func reload(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall
    {
        #if MISTAKE
        intercept("x", .completion(completion), priority: .high, cancel: { $0.cancel() }) {
            completion in base.get(path, completion: completion)
        }
        #else
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.get(path, completion: completion)
        }
        #endif
    }
}
