// error: 'async' call in a function that does not support concurrency
// further error: call can throw, but it is not marked with 'try' and the error is not handled

import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept("send \(path)") { base.post(path, success: success, failure: failure) }
        #else
        intercept("send \(path)", .success(success), .failure(failure)) {
            base.post(path, success: $0, failure: $1)
        }
        #endif
    }
}
