// error: no exact matches in call to instance method 'intercept'
// error: no exact matches in call to instance method 'intercept'

import Interception

#if MISTAKE
extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("send \(path)", success, failure) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    func sendLater(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("send \(path)", onSuccess: success, onFailure: failure) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}
#else
extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("send \(path)", success: success, failure: failure) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}
#endif
