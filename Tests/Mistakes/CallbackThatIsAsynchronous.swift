// error: cannot pass function of type '(Int) async -> Void' to parameter expecting synchronous function type

import Interception

extension InterceptingClient<NetworkTool> {
    func count(_ done: @escaping (Int) async -> Void) {
        #if MISTAKE
        intercept("count", .success(done)) { base.count($0) }
        #else
        intercept("count") { call in
            base.count { count in
                await done(count)
                call.answer(nil) {}
            }
        }
        #endif
    }
}

extension NetworkTool {
    func count(_ done: @escaping (Int) async -> Void) {}
}
