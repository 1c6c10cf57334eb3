// swiftc: -swift-version 5
// warning: converting function value of type '@MainActor (Any) -> Void' to '(Any) -> Void' loses global actor 'MainActor'; this is an error in the Swift 6 language mode

import Interception

extension InterceptingClient<NetworkTool> {
    func show(_ path: String, success: @escaping @MainActor (Any) -> Void) {
        #if MISTAKE
        intercept("GET \(path)", .success(success)) { base.show(path, success: $0) }
        #else
        intercept("GET \(path)", .success(onMain: success)) { base.show(path, success: $0) }
        #endif
    }
}
