// swiftc: -swift-version 5
// warning: converting function value of type '@MainActor (Any) -> Void' to '(Any) -> Void' loses global actor 'MainActor'; this is an error in the Swift 6 language mode

import Interception

extension InterceptingClient<NetworkTool> {
    func show(_ path: String, success: @escaping @MainActor (Any) -> Void) {
        intercept("GET \(path)") { call in
            #if MISTAKE
            base.show(path, success: call.success(success))
            #else
            base.show(path, success: call.success(onMain: success))
            #endif
        }
    }
}
