// error: no exact matches in call to instance method 'intercept'

import Interception

extension InterceptingClient<NetworkTool> {
    func count(_ done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("count", onRefusal: done) { call in base.count(call.completion(done)) }
        #else
        intercept("count", onRefusal: .completion(done)) { call in
            base.count(call.completion(done))
        }
        #endif
    }
}

extension NetworkTool {
    func count(_ done: @escaping (Result<Int, any Error>) -> Void) {}
}
