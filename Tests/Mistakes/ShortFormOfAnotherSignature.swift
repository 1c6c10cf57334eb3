// error: 'intercept(_:isOptional:priority:success:failure:_:)' is unavailable: no short form fits these callbacks; give each its role: intercept(label, onRefusal: …) { call in base.method(success: call.success(success), failure: call.failure(failure)) }

import Interception

extension InterceptingClient<NetworkTool> {
    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: ((any Error) -> Void)?
    ) {
        #if MISTAKE
        intercept("GET \(path)", success: success, failure: failure) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #else
        intercept("GET \(path)", onRefusal: .failure(failure)) { call in
            base.list(path, success: call.success(success), failure: call.failure(failure))
        }
        #endif
    }
}
