// error: 'async' call in a function that does not support concurrency
// error: call can throw, but it is not marked with 'try' and the error is not handled
// error: call can throw, but it is not marked with 'try' and the error is not handled
// error: thrown expression type 'any Error' cannot be converted to error type 'Rejection'

import Interception

struct Rejection: Error {}

extension InterceptingClient<NetworkTool> {
    func noRoles(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        #if MISTAKE
        intercept("send \(path)") { base.post(path, success: success, failure: failure) }
        #else
        intercept("send \(path)", .success(success), .failure(failure)) {
            base.post(path, success: $0, failure: $1)
        }
        #endif
    }

    func withoutThrows() async -> String? {
        #if MISTAKE
        await intercept("title") { @concurrent in await base.withoutThrows() }
        #else
        try? await intercept("title") { @concurrent in await base.withoutThrows() }
        #endif
    }

    func typedThrows() async throws(Rejection) -> String {
        #if MISTAKE
        try await intercept("title") { @concurrent in try await base.typedThrows() }
        #else
        do {
            return try await intercept("title") { @concurrent in try await base.typedThrows() }
        } catch {
            throw error as? Rejection ?? Rejection()
        }
        #endif
    }
}

extension NetworkTool {
    func withoutThrows() async -> String { "" }
    func typedThrows() async throws(Rejection) -> String { "" }
}
