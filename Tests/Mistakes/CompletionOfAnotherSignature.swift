// error: 'intercept(_:isOptional:priority:completion:_:)' is unavailable: no short form fits this callback; give it its role: intercept(label, onRefusal: …) { call in base.method(completion: call.callback(completion) { value, status in … }) }

// A refusal is reported by one closure, and the client is called in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        #if MISTAKE
        intercept("HEAD \(path)", completion: completion) { completion in
            base.head(path, completion: completion)
        }
        #else
        intercept("HEAD \(path)", onRefusal: { completion($0, Data()) }) { call in
            base.head(path, completion: call.callback(completion) { problem, _ in problem })
        }
        #endif
    }
}
