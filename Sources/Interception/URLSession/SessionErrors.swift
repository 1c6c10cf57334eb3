// The errors that callers of a session receive: a `URLError` wherever the session would report one, else an error of
// the library. The article *Wrapping a URLSession* lists them.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    /// Performs a request, and throws a `URLError` if it was cancelled or timed out, as the session does.
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
