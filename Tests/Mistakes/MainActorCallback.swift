// error: converting function value of type '@MainActor @Sendable (Any) -> Void' to '@Sendable (Any) -> Void' loses global actor 'MainActor'

import Interception

extension InterceptingClient<NetworkTool> {
    func load(_ path: String, success: @escaping @MainActor @Sendable (Any) -> Void) {
        intercept("GET \(path)") { call in
            #if MISTAKE
            base.load(path, success: call.success(success))
            #else
            base.load(path, success: call.success(onMain: success))
            #endif
        }
    }
}
