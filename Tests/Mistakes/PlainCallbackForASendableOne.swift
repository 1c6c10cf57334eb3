// error: converting non-Sendable function value to '@Sendable (Any) -> Void' may introduce data races

import Interception

extension InterceptingClient<NetworkTool> {
    #if MISTAKE
    func watch(_ path: String, success: @escaping (Any) -> Void) {
        intercept("watch \(path)") { call in base.watch(path, success: call.success(success)) }
    }
    #else
    func watch(_ path: String, success: @escaping @Sendable (Any) -> Void) {
        intercept("watch \(path)") { call in base.watch(path, success: call.success(success)) }
    }
    #endif
}

extension NetworkTool {
    func watch(_ path: String, success: @escaping @Sendable (Any) -> Void) {}
}
