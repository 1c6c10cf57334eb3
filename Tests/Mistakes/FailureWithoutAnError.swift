// error: 'failure' is unavailable: say where the error is: call.callback(failure) { code, message in … }

import Interception

struct Problem: Error {
    let code: Int
    let text: String

    init(_ code: Int, _ text: String) {
        self.code = code
        self.text = text
    }
}

extension InterceptingClient<NetworkTool> {
    func vote(_ path: String, failure: @escaping (Int, String) -> Void) {
        intercept("vote \(path)") { call in
            #if MISTAKE
            base.vote(path, failure: call.failure(failure))
            #else
            base.vote(path, failure: call.callback(failure) { code, text in Problem(code, text) })
            #endif
        }
    }
}
