// error: contextual closure type 'nonisolated(nonsending) () async throws -> ()' expects 0 arguments, but 1 was used in closure body

import Interception

extension InterceptingClient<NetworkTool> {
    func send(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("send \(path)") { call in
            #if MISTAKE
            base.post(path, success: call.success, failure: call.failure)
            #else
            base.post(path, success: call.success(success), failure: call.failure(failure))
            #endif
        }
    }
}
