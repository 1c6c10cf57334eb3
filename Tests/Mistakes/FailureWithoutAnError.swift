// error: 'failure' is unavailable: say where the error is: call.callback(failure) { code, message in … }

import Interception

extension InterceptingClient<NetworkTool> {
    func vote(_ path: String, failure: @escaping (Int, String) -> Void) {
        intercept("vote \(path)") { call in
            base.vote(path, failure: call.failure(failure))
        }
    }
}
