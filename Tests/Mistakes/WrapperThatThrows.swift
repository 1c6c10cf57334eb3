// error: invalid conversion from throwing function of type '(((Any) -> Void)?) throws -> ()' to non-throwing function type '(Optional<(Any) -> Void>) -> Void'

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?) throws {
        #if MISTAKE
        intercept("send \(path)", .success(success)) { try base.send(path, success: $0) }
        #else
        try intercept("send \(path)", .success(success), cancel: { _ in }) {
            try base.send(path, success: $0)
        }
        #endif
    }
}

extension NetworkTool {
    func send(_ path: String, success: ((Any) -> Void)?) throws {}
}
