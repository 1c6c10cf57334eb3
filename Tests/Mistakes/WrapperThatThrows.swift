// error: invalid conversion from throwing function of type '(InterceptedCall) throws -> ()' to non-throwing function type '(InterceptedCall) -> Void'

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?) throws {
        #if MISTAKE
        intercept("send \(path)") { call in
            try base.send(path, success: call.success(success))
        }
        #else
        try intercept("send \(path)", cancel: { _ in }) { call in
            try base.send(path, success: call.success(success))
        }
        #endif
    }
}

extension NetworkTool {
    func send(_ path: String, success: ((Any) -> Void)?) throws {}
}
