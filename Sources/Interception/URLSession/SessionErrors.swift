import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The errors that callers of a session get, who know `URLError`. The article *Wrapping a URLSession* has them
// in a table: what the session would report as a `URLError` is one, and an error of the library comes only
// where it has none.

extension InterceptingClient<URLSession> {
    /// Reports as the session does that a request was not answered, started or not.
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
