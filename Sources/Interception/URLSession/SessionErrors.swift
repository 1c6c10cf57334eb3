// The callers of a session expect a `URLError` for cancelling and for a timeout, so errors of the library are
// converted. The article *Wrapping a URLSession* lists all errors.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    /// Performs a request; throws a `URLError` for a cancelled request and for a timeout, as the session does.
    func throwingURLError<Value>(_ request: () async throws -> Value) async throws -> Value {
        do {
            return try await request()
        } catch is CancellationError {
            throw URLError(.cancelled)
        } catch let timeout as RequestTimeoutError {
            throw URLError(.timedOut, userInfo: [NSUnderlyingErrorKey: timeout])
        }
    }
}
