// error: converting function value of type '@Disk @Sendable (Any) -> Void' to '@Sendable (Any) -> Void' loses global actor 'Disk'
// swiftc: -swift-version 5
// warning: converting function value of type '@Disk (Any) -> Void' to '(Any) -> Void' loses global actor 'Disk'; this is an error in the Swift 6 language mode

import Interception

@globalActor actor Disk { static let shared = Disk() }

extension InterceptingClient<NetworkTool> {
    func read(_ path: String, success: @escaping @Disk (Any) -> Void) {
        #if MISTAKE
        intercept("read \(path)", .success(success)) { base.read(path, success: $0) }
        #else
        intercept("read \(path)") { call in
            base.read(path) { value in call.answer(nil) { success(value) } }
        }
        #endif
    }
}

extension NetworkTool {
    func read(_ path: String, success: @escaping @Disk (Any) -> Void) {}
}
