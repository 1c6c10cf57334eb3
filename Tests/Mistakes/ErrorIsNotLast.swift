// error: 'completion' is unavailable: its last parameter is no Result and no error; say where the error is: call.callback(completion) { value, status in … }

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        intercept("HEAD \(path)") { call in
            #if MISTAKE
            base.head(path, completion: call.completion(completion))
            #else
            base.head(path, completion: call.callback(completion) { problem, _ in problem })
            #endif
        }
    }
}
