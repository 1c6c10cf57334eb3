// error: instance method 'completion' requires that 'Data' conform to 'FailureReporting'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {
        intercept("HEAD \(path)") { call in
            base.head(path, completion: call.completion(completion))
        }
    }
}
