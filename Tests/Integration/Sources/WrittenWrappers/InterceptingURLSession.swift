// Written by wrap-client: changes by hand are lost. To write it again:
//
//     wrap-client URLSession --symbol-graph .build/FoundationNetworking --wrapper-module WrittenWrappers --subclass --access-level public --only dataTask,uploadTask --hint 'dataTask(with:) = forward' --hint 'uploadTask(with:from:) = forward' --hint 'uploadTask(with:fromFile:) = forward' --hint 'uploadTask(withStreamedRequest:) = forward' --hint 'dataTask(with:completionHandler:) = cancel: $0.cancel()' --hint 'uploadTask(with:from:completionHandler:) = cancel: $0.cancel()' --hint 'uploadTask(with:fromFile:completionHandler:) = cancel: $0.cancel()' --output Tests/Integration/Sources/WrittenWrappers
//
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation
public import Interception

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// URLSession, with its requests in the groups around them.
// Safe: it has no state of its own.
nonisolated public class InterceptingURLSession: URLSession, RequestIntercepting, @unchecked Sendable {
    public override func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        intercept("dataTask", .completion(completionHandler), cancel: { $0.cancel() }) {
            super.dataTask(with: url, completionHandler: $0)
        }
    }

    public override func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        intercept("dataTask", .completion(completionHandler), cancel: { $0.cancel() }) {
            super.dataTask(with: request, completionHandler: $0)
        }
    }

    public override func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        intercept("uploadTask", .completion(completionHandler), cancel: { $0.cancel() }) {
            super.uploadTask(with: request, from: bodyData, completionHandler: $0)
        }
    }

    public override func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        intercept("uploadTask", .completion(completionHandler), cancel: { $0.cancel() }) {
            super.uploadTask(with: request, fromFile: fileURL, completionHandler: $0)
        }
    }
}
