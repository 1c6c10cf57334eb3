// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception
@preconcurrency import OldKit

// snippet: request object
nonisolated extension InterceptingClient<Courier> {
    func start(_ parcel: Parcel) {
        intercept("parcel", .success(parcel.onSuccess), .failure(parcel.onFailure)) {
            parcel.onSuccess = $0
            parcel.onFailure = $1
            base.start(parcel)
        }
    }
}
// end: request object

// snippet: builder
nonisolated extension InterceptingClient<Courier> {
    func letter() -> GroupedLetter {
        GroupedLetter(base: base.letter(), interceptionSettings: interceptionSettings)
    }
}

/// Keeps the callbacks until `send`.
nonisolated struct GroupedLetter: RequestIntercepting {
    var base: Letter
    let interceptionSettings: InterceptionSettings
    var success: ((String) -> Void)?
    var failure: ((any Error) -> Void)?

    // The other methods return the wrapper; `stamped` and `onFailure` look the same.
    func onSuccess(_ callback: @escaping (String) -> Void) -> Self {
        var letter = self
        letter.success = callback
        return letter
    }

    func send() {
        intercept("letter", .success(success), .failure(failure)) { success, failure in
            var letter = base
            // In a group, both are set. Outside any group, a callback that the caller has not set is `nil`.
            if let success { letter = letter.onSuccess(success) }
            if let failure { letter = letter.onFailure(failure) }
            letter.send()
        }
    }
}
// end: builder

nonisolated extension GroupedLetter {
    func stamped(_ count: Int) -> Self {
        var letter = self
        letter.base = base.stamped(count)
        return letter
    }

    func onFailure(_ callback: @escaping (any Error) -> Void) -> Self {
        var letter = self
        letter.failure = callback
        return letter
    }
}

// snippet: one handler
nonisolated extension InterceptingClient<Courier> {
    func watch(_ handler: @escaping (Parcel.Event) -> Void) {
        intercept("watch", onRejection: { handler(.lost($0)) }) { call in
            let progress = call.wrap(.progress(handler))
            base.watch { event in
                switch event {
                case .moved: progress(event)
                case .arrived: call.answer(nil) { handler(event) }
                case .lost(let error): call.answer(error) { handler(event) }
                }
            }
        }
    }
}
// end: one handler

// snippet: escape hatch
nonisolated extension InterceptingClient<Courier> {
    func retry(_ path: String, done: @escaping (Data?, Int, Bool, (any Error)?) -> Void) {
        intercept("GET \(path)", onRejection: { done(nil, 0, true, $0) }) { call in
            base.retry(path) { data, status, isLast, error in
                call.answer(error) { done(data, status, isLast, error) }
            }
        }
    }
}
// end: escape hatch

// snippet: operation
nonisolated extension InterceptingClient<JobQueue> {
    func add(_ job: Job) {
        let done = job.completionBlock
        let reject = { (_: any Error) in
            job.cancel()
            done?()
        }
        intercept(job.name ?? "job", onRejection: reject) { call in
            // A weak reference, because the operation keeps the closure.
            job.completionBlock = { [weak job] in call.answer(job?.error) { done?() } }
            call.onCancel(job) { $0.cancel() }
            base.add(job)
        }
    }
}
// end: operation

nonisolated extension InterceptingClient<Session> {
    func request() -> GroupedRequest {
        GroupedRequest(base: base.request(), interceptionSettings: interceptionSettings)
    }
}

/// A link of a method chain, whose methods return the wrapper.
nonisolated struct GroupedRequest: RequestIntercepting {
    let base: SessionRequest
    let interceptionSettings: InterceptionSettings

    func validate() -> GroupedRequest {
        base.validate()
        return self
    }

    @discardableResult
    func response(_ handler: @escaping (Result<String, any Error>) -> Void) -> GroupedRequest {
        intercept("request", .completion(handler), cancel: { $0.cancel() }) { base.response($0) }
        return self
    }
}
