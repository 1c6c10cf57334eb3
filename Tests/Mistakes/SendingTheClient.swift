// error: sending 'self.base' risks causing data races

import Interception

extension InterceptingClient<NetworkTool> {
    func title() async throws -> String {
        #if MISTAKE
        try await intercept("title") { try await base.title() }
        #else
        try await intercept("title") { @concurrent in try await base.title() }
        #endif
    }
}

extension NetworkTool {
    func title() async throws -> String { "" }
}
