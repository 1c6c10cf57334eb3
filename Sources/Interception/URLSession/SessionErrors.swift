import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The errors that callers of a session get, who know `URLError`:
//
// | what happened | handlers and delegates | asynchronous methods | the group |
// | --- | --- | --- | --- |
// | cancelled, before or after the start | `URLError.cancelled` | `URLError.cancelled` | an echo |
// | the deadline of the group | `URLError.cancelled` | `URLError.timedOut`, with the `RequestTimeoutError` as its underlying error | `RequestTimeoutError` |
// | an adapter throws, or no stub matches | that error | that error | that error |
// | a stub matches a task that reports to a delegate | `StubbedDelegateTaskError` | | the same |
// | a status that is not accepted, a validator that throws | a success, as ever | a success, as ever | that error |
// | the end of a task cannot be noticed | nothing | | `UntrackedTaskError` |
//
// Migration.md has the same table for users.

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
