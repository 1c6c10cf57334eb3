// Clients that use objects: a delegate, a request, a builder, an operation.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: delegate
/// The delegate of the client, which calls the original delegate.
final class GroupedDownloads: DownloaderDelegate, RequestIntercepting {
    let downloader = Downloader()
    private let calls = DelegatedCalls<String>()
    private weak var delegate: (any DownloaderDelegate)?

    init(delegate: any DownloaderDelegate) {
        self.delegate = delegate
        downloader.delegate = self
    }

    func download(_ name: String) {
        intercept("download \(name)", onRejection: { [self] in report(name, $0) }) {
            [self] call in
            calls.insert(call, for: name)  // before the client can call its delegate
            call.onCancel(downloader) { $0.cancel(name) }
            if !downloader.download(name) { calls.remove(name) }  // the download did not start
        }
    }

    // A call before the end, which runs in the group of the request.
    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {
        calls.run(name) { delegate?.downloader(downloader, didReceive: count, of: name) }
    }

    // The last call, which ends the request.
    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        calls.end(name, error) { report(name, error) }
    }

    private func report(_ name: String, _ error: (any Error)?) {
        delegate?.downloader(downloader, didFinish: name, error: error)
    }
}
// end: delegate

// snippet: request object
extension InterceptingClient<Courier> {
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
extension InterceptingClient<Courier> {
    func letter() -> GroupedLetter {
        GroupedLetter(base: base.letter(), interceptionSettings: interceptionSettings)
    }
}

/// Keeps the callbacks until `send`.
struct GroupedLetter: RequestIntercepting {
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

extension GroupedLetter {
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
extension InterceptingClient<Courier> {
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

// snippet: operation
extension InterceptingClient<JobQueue> {
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

// MARK: - What the app had before

protocol DownloaderDelegate: AnyObject {
    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String)
    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?)
}

final class Downloader: @unchecked Sendable {
    // Safe: set before the first download.
    weak var delegate: (any DownloaderDelegate)?

    func download(_ name: String) -> Bool { true }
    func cancel(_ name: String) {}
}

final class Parcel {
    enum Event {
        case moved(Double)
        case arrived
        case lost(any Error)
    }

    var onSuccess: ((String) -> Void)?
    var onFailure: ((any Error) -> Void)?
}

final class Courier: Sendable {
    func start(_ parcel: Parcel) {}
    func letter() -> Letter { Letter() }
    func watch(_ handler: @escaping (Parcel.Event) -> Void) {}
}

struct Letter {
    func stamped(_ count: Int) -> Letter { self }
    func onSuccess(_ callback: @escaping (String) -> Void) -> Letter { self }
    func onFailure(_ callback: @escaping (any Error) -> Void) -> Letter { self }
    func send() {}
}

final class Job: @unchecked Sendable {
    // Safe: changed before it is added and while it runs, and read after it.
    var name: String?
    var error: (any Error)?
    var completionBlock: (@Sendable () -> Void)?

    func cancel() {}
}

struct JobQueue {
    func add(_ job: Job) {}
}
