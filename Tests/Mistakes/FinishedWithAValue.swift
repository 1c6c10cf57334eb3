// error: cannot convert value of type '() -> Void' to expected argument type '(Int) -> Void'
// error: cannot convert value of type '(Int) -> Void' to expected argument type '() -> Void'

import Interception

extension InterceptingClient<NetworkTool> {
    func count(_ done: @escaping (Int) -> Void) {
        #if MISTAKE
        intercept("count") { call in base.count(call.finished(done)) }
        #else
        intercept("count") { call in base.count(call.success(done)) }
        #endif
    }
}

extension NetworkTool {
    func count(_ done: @escaping (Int) -> Void) {}
}
