// error: thrown expression type 'any Error' cannot be converted to error type 'Rejection'

import Interception

struct Rejection: Error {}

extension InterceptingClient<NetworkTool> {
    func title() async throws(Rejection) -> String {
        #if MISTAKE
        try await intercept("title") { @concurrent in try await base.title() }
        #else
        do {
            return try await intercept("title") { @concurrent in try await base.title() }
        } catch {
            throw error as? Rejection ?? Rejection()
        }
        #endif
    }
}

extension NetworkTool {
    func title() async throws(Rejection) -> String { "" }
}
