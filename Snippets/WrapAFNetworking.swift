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

manager.get("feed", parameters: nil, headers: nil, progress: nil, success: nil, failure: nil)

// MARK: - AFNetworking, as much of it as is shown: the same public signatures

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
        nil
    }
}
