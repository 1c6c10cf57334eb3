// A wrapper of a third-party client. One trailing closure creates a handle, the other cancels it.
//
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

// snippet: AsyncHTTPClient
extension InterceptingClient<HTTPClient> {
    /// The form that returns a future.
    func execute(request: HTTPClient.Request) -> EventLoopFuture<HTTPClient.Response> {
        let promise = base.eventLoopGroup.any().makePromise(of: HTTPClient.Response.self)
        intercept(
            "\(request.method) \(request.host)\(request.url.path)",
            .completion(promise.completeWith),
            cancel: { $0.cancel() }
        ) { completion in
            let delegate = ResponseAccumulator(request: request)
            let task = base.execute(request: request, delegate: delegate)
            // The observers of the future must run before the request leaves, hence on the promise's event loop.
            task.futureResult.hop(to: promise.futureResult.eventLoop)
                .whenComplete(completion)
            return task
        }
        return promise.futureResult
    }

    /// The asynchronous form.
    func execute(
        _ request: HTTPClientRequest,
        timeout: TimeAmount
    ) async throws -> HTTPClientResponse {
        let url = URL(string: request.url)  // may contain a password or a query
        return try await intercept("\(request.method) \(url?.host ?? "")\(url?.path ?? "")") {
            try await base.execute(request, timeout: timeout)
        }
    }
}
// end: AsyncHTTPClient
