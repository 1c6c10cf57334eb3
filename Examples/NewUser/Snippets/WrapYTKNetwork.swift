// YTKNetwork's base class of requests, wrapped by a subclass.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: YTKNetwork
// Between `YTKRequest` and the requests of the app.
class AppRequest: YTKRequest, YTKRequestDelegate, RequestIntercepting {
    // Requests are stopped on the main queue, because YTKNetwork does not lock `stop`.
    var interceptionSettings: InterceptionSettings { InterceptionSettings { $0.queue = .main } }

    private weak var appDelegate: (any YTKRequestDelegate)?
    private var call: InterceptedCall?

    override func start() {
        intercept("\(type(of: self))", cancel: { $0.stop() }) { call in
            if delegate !== self { appDelegate = delegate }
            delegate = self
            self.call = call
            super.start()
            return self
        }
    }

    func requestFinished(_ request: YTKBaseRequest) {
        end(nil, successCompletionBlock) { appDelegate?.requestFinished?(request) }
    }

    func requestFailed(_ request: YTKBaseRequest) {
        end(error, failureCompletionBlock) { appDelegate?.requestFailed?(request) }
    }

    override func stop() {
        super.stop()  // calls no callback
        end(CancellationError(), nil) {}
    }

    private func end(
        _ error: (any Error)?,
        _ block: YTKRequestCompletionBlock?,
        _ notify: () -> Void
    ) {
        let call = self.call
        self.call = nil
        clearCompletionBlock()  // the block runs here, in the group
        func report() {
            notify()
            block?(self)
        }
        // `startWithoutCache()` alone starts a request without a call.
        if let call { call.answer(error, report) } else { report() }
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

protocol YTKRequestDelegate: AnyObject {
    func requestFinished(_ request: YTKBaseRequest)
    func requestFailed(_ request: YTKBaseRequest)
}

// In Objective-C these methods are optional, so Swift calls them as `requestFinished?(request)`.
extension YTKRequestDelegate {
    var requestFinished: ((YTKBaseRequest) -> Void)? { { self.requestFinished($0) } }
    var requestFailed: ((YTKBaseRequest) -> Void)? { { self.requestFailed($0) } }
}

/// The storage of started requests; stopping a request removes it without a callback.
enum Agent {
    // Safe: the library is used on the main thread.
    nonisolated(unsafe) static var requests: [YTKBaseRequest] = []

    /// Reports the end of a request, first to its delegate, then to its block.
    static func finish(_ request: YTKBaseRequest) {
        requests.removeAll { $0 === request }
        let hasFailed = request.error != nil
        let method = hasFailed ? request.delegate?.requestFailed : request.delegate?.requestFinished
        method?(request)
        let block = hasFailed ? request.failureCompletionBlock : request.successCompletionBlock
        block?(request)
    }
}

class YTKBaseRequest {
    var error: (any Error)? { nil }
    weak var delegate: (any YTKRequestDelegate)?
    var successCompletionBlock: YTKRequestCompletionBlock?
    var failureCompletionBlock: YTKRequestCompletionBlock?

    func start() {
        Agent.requests.append(self)
    }

    func startWithCompletionBlock(
        success: YTKRequestCompletionBlock?,
        failure: YTKRequestCompletionBlock?
    ) {
        successCompletionBlock = success
        failureCompletionBlock = failure
        start()
    }

    func stop() {
        dispatchPrecondition(condition: .onQueue(.main))
        delegate = nil
        Agent.requests.removeAll { $0 === self }
        clearCompletionBlock()
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

final class FailingRequest: AppRequest {
    override var error: (any Error)? { URLError(.timedOut) }
}

// MARK: - Checks

/// A delegate that, as a batch does, stops every request after a failure.
final class RecordingDelegate: YTKRequestDelegate {
    var ended: [String] = []

    func requestFinished(_ request: YTKBaseRequest) {
        ended.append("finished in \(RequestGroup.current?.name ?? "no group")")
    }

    func requestFailed(_ request: YTKBaseRequest) {
        ended.append("failed in \(RequestGroup.current?.name ?? "no group")")
        request.stop()
    }
}

let request = FeedRequest()
let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    request.startWithCompletionBlock(success: nil, failure: nil)
    precondition(group.outstanding == ["FeedRequest"], "the request is in the group")
    group.cancel()
    return group
}
precondition(group.failures.map(\.reason) == [.cancelled], "the group stopped the request")
withExtendedLifetime(request) {}

let delegate = RecordingDelegate()
let failures = try await withRequestGroup("page", options: .tolerant) { group in
    for request in [FeedRequest(), FailingRequest()] {
        request.delegate = delegate
        request.successCompletionBlock = { _ in delegate.ended.append("block") }
        request.start()
        precondition(group.outstanding.count == 1, "the request is in the group")
        Agent.finish(request)
    }
    // As after `startWithoutCache()` alone.
    let refreshed = FeedRequest()
    refreshed.start()
    Agent.finish(refreshed)
    refreshed.successCompletionBlock = { _ in delegate.ended.append("refreshed") }
    Agent.finish(refreshed)
    let stopped = FeedRequest()
    stopped.start()
    stopped.stop()
    return group
}.failures
precondition(delegate.ended == ["finished in page", "block", "failed in page", "refreshed"])
precondition(failures.map(\.label) == ["FailingRequest", "FeedRequest"], "one failed, one stopped")
