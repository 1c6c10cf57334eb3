// error: converting function value of type '@MainActor @Sendable (Any) -> Void' to '@Sendable (Any) -> Void' loses global actor 'MainActor'

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func load(_ path: String, success: @escaping @MainActor @Sendable (Any) -> Void) {
        #if MISTAKE
        intercept("x", .success(success)) { base.load(path, success: $0) }
        #else
        intercept("x", .success(onMain: success)) { base.load(path, success: $0) }
        #endif
    }
}
