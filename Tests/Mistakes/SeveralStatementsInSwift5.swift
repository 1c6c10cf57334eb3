// swiftc: -swift-version 5
// warning: passing non-Sendable parameter 'success' to function expecting a '@Sendable' closure
// warning: passing non-Sendable parameter 'failure' to function expecting a '@Sendable' closure

import Interception

extension InterceptingClient<NetworkTool> {
    func log(
        _ path: String,
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        #if MISTAKE
        intercept("log \(path)", success: success, failure: failure) { success, failure in
            print(path)
            base.log(path, success: success, failure: failure)
        }
        #else
        intercept("log \(path)", success: success, failure: failure) {
            (
                success: @escaping @Sendable (Any) -> Void,
                failure: @escaping @Sendable (any Error) -> Void
            ) in
            print(path)
            base.log(path, success: success, failure: failure)
        }
        #endif
    }
}
