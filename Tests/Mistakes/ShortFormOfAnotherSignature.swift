// error: value of optional type '((any Error) -> Void)?' must be unwrapped to a value of type '(any Error) -> Void'

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
