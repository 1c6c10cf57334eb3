// AFNetworking's session manager, wrapped at the method that all others call, for Swift and Objective-C.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet: AFNetworking
// GET, HEAD, POST, PUT, PATCH and DELETE of the manager all call this method.
class GroupedSessionManager: AFHTTPSessionManager, RequestIntercepting {
    override func dataTask(
        withHTTPMethod method: String,
        urlString: String,
        parameters: Any?,
        headers: [String: String]?,
        uploadProgress: ((Progress) -> Void)?,
        downloadProgress: ((Progress) -> Void)?,
        success: ((URLSessionDataTask, Any?) -> Void)?,
        failure: ((URLSessionDataTask?, any Error) -> Void)?
    ) -> URLSessionDataTask? {
        intercept(
            "\(method) \(urlString.prefix { $0 != "?" })",  // no query
            .progress(uploadProgress),
            .progress(downloadProgress),
            .success(success),
            .failure(failure),
            cancel: { $0?.cancel() }
        ) { uploadProgress, downloadProgress, success, failure in
            super
                .dataTask(
                    withHTTPMethod: method,
                    urlString: urlString,
                    parameters: parameters,
                    headers: headers,
                    uploadProgress: uploadProgress,
                    downloadProgress: downloadProgress,
                    success: success,
                    failure: failure
                )
        }
    }
}

let manager = GroupedSessionManager()  // before: AFHTTPSessionManager()
// end: AFNetworking

withRequestGroup("home page") {
    manager.get("feed", parameters: nil, headers: nil, progress: nil) { _, feed in  // as before
        page.show(feed)
    } failure: { _, error in
        page.report(error)
    }
} completion: { result in
    page.appear(result)
}

#if canImport(ObjectiveC)
// snippet: Objective-C
// Objective-C cannot call the generic function, so add a method that opens a group.
extension GroupedSessionManager {
    @objc(group:calls:completion:)
    func group(
        _ name: String,
        calls: () -> Void,
        completion: @escaping @MainActor ([any Error]) -> Void
    ) {
        withRequestGroup(name, body: calls) {
            completion([])
        } failure: { failures in
            completion(failures.map(\.error))
        }
    }
}
// end: Objective-C
#endif

// MARK: - The app

struct Page: Sendable {
    func show(_ answer: Any?) {}
    func report(_ error: any Error) {}
    func appear(_ result: Result<Void, any Error>) {}
}

nonisolated var page: Page { Page() }

// MARK: - The used part of AFNetworking, with its public signatures

#if canImport(ObjectiveC)
typealias AnObject = NSObject
#else
typealias AnObject = EmptyClass
class EmptyClass {}
#endif

/// A manager whose tasks are never resumed, because on Linux a session may trap if a cancelled task fails.
class AFHTTPSessionManager: AnObject {
    #if canImport(ObjectiveC)
    @objc(GET:parameters:headers:progress:success:failure:)
    #endif
    @discardableResult
    func get(
        _ path: String,
        parameters: Any?,
        headers: [String: String]?,
        progress: ((Progress) -> Void)?,
        success: ((URLSessionDataTask, Any?) -> Void)?,
        failure: ((URLSessionDataTask?, any Error) -> Void)?
    ) -> URLSessionDataTask? {
        dataTask(
            withHTTPMethod: "GET",
            urlString: path,
            parameters: parameters,
            headers: headers,
            uploadProgress: nil,
            downloadProgress: progress,
            success: success,
            failure: failure
        )
    }

    #if canImport(ObjectiveC)
    @objc(
        dataTaskWithHTTPMethod:
        URLString:
        parameters:
        headers:
        uploadProgress:
        downloadProgress:
        success:
        failure:
    )
    #endif
    func dataTask(
        withHTTPMethod method: String,
        urlString: String,
        parameters: Any?,
        headers: [String: String]?,
        uploadProgress: ((Progress) -> Void)?,
        downloadProgress: ((Progress) -> Void)?,
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

// MARK: - Checks

let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    manager.get("feed?token=1", parameters: nil, headers: nil, progress: nil, success: nil) {
        _,
        _ in
        precondition(RequestGroup.current === group, "the callback runs in the group")
    }
    manager.get(
        "news",
        parameters: nil,
        headers: nil,
        progress: nil,
        success: nil,
        failure: nil
    )
    precondition(
        group.outstanding == ["GET feed", "GET news"],
        "the requests are in the group, without a query"
    )
    group.cancel()
    return group
}
precondition(
    group.failures.map(\.reason) == [.cancelled, .cancelled],
    "the group cancelled the requests"
)
