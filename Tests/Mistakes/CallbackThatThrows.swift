// error: invalid conversion from throwing function of type '(Int) throws -> Void' to non-throwing function type '(Int) -> Void'

import Interception

extension InterceptingClient<NetworkTool> {
    func count(_ done: @escaping (Int) throws -> Void) {
        #if MISTAKE
        intercept("count", .success(done)) { base.count($0) }
        #else
        intercept("count") { call in
            base.count { count in try call.answer(nil) { Result { try done(count) } }.get() }
        }
        #endif
    }
}

extension NetworkTool {
    func count(_ done: @escaping (Int) throws -> Void) {}
}
