// error: cannot convert value of type '(Result<Int, any Error>) -> Void' to expected argument type '(any Error) -> Void'

import Interception

extension InterceptingClient<NetworkTool> {
    func count(_ done: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("count", onRefusal: .failure(done)) { call in base.count(call.completion(done)) }
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
