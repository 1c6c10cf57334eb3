// Written by wrap-client: changes by hand are lost. To write it again:
//
//     wrap-client URLSession --symbol-graph .build/FoundationNetworking --wrapper-module WrittenWrappers --subclass --access-level public --only dataTask --hint 'dataTask(with:) = forward' --hint 'dataTask(with:completionHandler:) = cancel: $0.cancel()' --output Tests/Integration/Sources/WrittenWrappers
//
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation
public import Interception

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Wraps URLSession: its requests join the current group.
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
}
