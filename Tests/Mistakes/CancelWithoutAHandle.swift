// error: value of tuple type '()' has no member 'cancel'

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception

#if MISTAKE
extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("send \(path)", cancel: { $0.cancel() }) { call in
            base.post(path, success: call.success(success), failure: call.failure(failure))
        }
    }
}
#else
extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("send \(path)", onRefusal: failure) { call in
            base.post(path, success: call.success(success), failure: call.failure(failure))
        }
    }
}
#endif
