// YTKNetwork's base class of requests, wrapped by a subclass.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: YTKNetwork
// Between `YTKRequest` and the requests of the app.
class AppRequest: YTKRequest, RequestIntercepting {
    // Requests are stopped on the main queue, because YTKNetwork does not lock `stop`.
    var interceptionSettings: InterceptionSettings { InterceptionSettings { $0.queue = .main } }

    override func startWithCompletionBlock(
        success: YTKRequestCompletionBlock?,
        failure: YTKRequestCompletionBlock?
    ) {
        intercept(
            "\(type(of: self))",
            .success(success),
            .callback(failure) { $0.error },
            cancel: { $0.abandon() }
        ) {
            super.startWithCompletionBlock(success: $0, failure: $1)
            return self
        }
    }

    private func abandon() {
        stop()
        clearCompletionBlock()  // `stop` calls no callback: releasing them ends the request
    }
}
// end: YTKNetwork

// snippet: YTKNetwork, call site
withRequestGroup("home page") {
    FeedRequest().startWithCompletionBlock { request in  // as before
        page.show(request)
    } failure: { request in
        page.report(request.error)
    }
} completion: { result in
    page.appear(result)
}
// end: YTKNetwork, call site

// MARK: - The used part of YTKNetwork, with its public signatures

typealias YTKRequestCompletionBlock = (YTKBaseRequest) -> Void

/// The storage of started requests; stopping a request removes it without a callback.
enum Agent {
    // Safe: the library is used on the main thread.
    nonisolated(unsafe) static var requests: [YTKBaseRequest] = []
}

class YTKBaseRequest {
    var error: (any Error)? { nil }
    var successCompletionBlock: YTKRequestCompletionBlock?
    var failureCompletionBlock: YTKRequestCompletionBlock?

    func startWithCompletionBlock(
        success: YTKRequestCompletionBlock?,
        failure: YTKRequestCompletionBlock?
    ) {
        successCompletionBlock = success
        failureCompletionBlock = failure
        Agent.requests.append(self)
    }

    func stop() {
        dispatchPrecondition(condition: .onQueue(.main))
        Agent.requests.removeAll { $0 === self }
    }

    func clearCompletionBlock() {
        successCompletionBlock = nil
        failureCompletionBlock = nil
    }
}

class YTKRequest: YTKBaseRequest {}

// MARK: - The app

final class FeedRequest: AppRequest {}

struct Page: Sendable {
    func show(_ request: YTKBaseRequest) {}
    func report(_ error: (any Error)?) {}
    func appear(_ result: Result<Void, any Error>) {}
}

var page: Page { Page() }

// MARK: - Checks

let request = FeedRequest()
let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    request.startWithCompletionBlock(success: nil, failure: nil)
    precondition(group.outstanding == ["FeedRequest"], "the request is in the group")
    group.cancel()
    return group
}
precondition(group.failures.map(\.reason) == [.cancelled], "the group stopped the request")
withExtendedLifetime(request) {}
