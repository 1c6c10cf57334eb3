// error: invalid conversion from throwing function of type '(InterceptedCall) throws -> ()' to non-throwing function type '(InterceptedCall) -> Void'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?) throws {
        intercept("send \(path)") { call in
            try base.send(path, success: call.success(success))
        }
    }
}

extension NetworkTool {
    func send(_ path: String, success: ((Any) -> Void)?) throws {}
}
