// error: thrown expression type 'any Error' cannot be converted to error type 'Refusal'

import Interception

struct Refusal: Error {}

extension InterceptingClient<NetworkTool> {
    func title() async throws(Refusal) -> String {
        #if MISTAKE
        try await intercept("title") { @concurrent in try await base.title() }
        #else
        do {
            return try await intercept("title") { @concurrent in try await base.title() }
        } catch {
            throw error as? Refusal ?? Refusal()
        }
        #endif
    }
}

extension NetworkTool {
    func title() async throws(Refusal) -> String { "" }
}
