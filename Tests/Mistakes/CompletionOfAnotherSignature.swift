// error: 'intercept(_:isOptional:priority:completion:_:)' is unavailable: no short form fits this callback; give it its role: intercept(label, onRefusal: …) { call in base.method(completion: call.callback(completion) { value, status in … }) }

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        intercept("HEAD \(path)", completion: completion) { completion in
            base.head(path, completion: completion)
        }
    }
}
