// AFNetworking's session manager, wrapped at its public methods.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet: AFNetworking
extension InterceptingClient<AFHTTPSessionManager> {
    @discardableResult
    func get(
        _ path: String,
        parameters: Any?,
        headers: [String: String]?,
        progress: ((Progress) -> Void)?,
        success: ((URLSessionDataTask, Any?) -> Void)?,
        failure: ((URLSessionDataTask?, any Error) -> Void)?
    ) -> URLSessionDataTask? {
        intercept("GET \(path.prefix { $0 != "?" })", cancel: { $0?.cancel() }) { call in
            base.get(
                path,
                parameters: parameters,
                headers: headers,
                progress: call.repeating(progress),
                success: call.success(success),
                failure: call.callback(failure) { _, error in error }
            )
        }
    }
}

let manager = InterceptingClient(AFHTTPSessionManager())
// end: AFNetworking

// MARK: - AFNetworking, as much of it as is shown: the same public signatures

/// Its tasks only wait to be cancelled.
class AFHTTPSessionManager {
    @discardableResult
    func get(
        _ path: String,
        parameters: Any?,
        headers: [String: String]?,
        progress: ((Progress) -> Void)?,
        success: ((URLSessionDataTask, Any?) -> Void)?,
        failure: ((URLSessionDataTask?, any Error) -> Void)?
    ) -> URLSessionDataTask? {
        // Safe: called once, by the session.
        nonisolated(unsafe) let failure = failure
        return URL(string: "http://localhost")
            .map { url in
                URLSession.shared.dataTask(with: url) { _, _, error in
                    if let error { failure?(nil, error) }
                }
            }
    }
}

// MARK: - Tried out

let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    manager.get("feed?token=1", parameters: nil, headers: nil, progress: nil, success: nil) {
        _,
        _ in
        precondition(RequestGroup.current === group, "the callback runs in the group")
    }
    precondition(group.outstanding == ["GET feed"], "it is in, and its label has no query")
    group.cancel()
    return group
}
precondition(group.failures.map(\.reason) == [.cancelled], "it was cancelled, and has answered")
