// error: cannot convert value of type '([String]) -> Void' to expected argument type '(Any) -> Void'
// error: value of optional type '((Any) -> Void)?' must be unwrapped to a value of type '(Any) -> Void'

import Interception

extension InterceptingClient<NetworkTool> {
    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: ((any Error) -> Void)?
    ) {
        intercept("GET \(path)", success: success, failure: failure) { success, failure in
            base.list(path, success: success, failure: failure)
        }
    }
}
