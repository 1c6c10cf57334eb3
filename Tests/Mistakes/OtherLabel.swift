// error: extra trailing closure passed in call
// error: cannot convert value of type '(Result<Int, any Error>) -> Void' to expected argument type '(InterceptedCall) -> Void'

import Interception

extension InterceptingClient<NetworkTool> {
    func count(_ done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("count", done: done) { done in base.count(done) }
        #else
        intercept("count", completion: done) { done in base.count(done) }
        #endif
    }
}

extension NetworkTool {
    func count(_ done: @escaping (Result<Int, any Error>) -> Void) {}
}
