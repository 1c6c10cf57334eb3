// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client ContractClient --hint '(Bool, Int) = callback { ok, _ in ok ? nil : Refused("flag") }' --hint '(Bool, Int) = rejection: (false, 0)' --hint '-> Stopper = holds handle' --hint 'fetch(_:policy:handler:) = forward if: policy == .cacheThenNetwork' --hint 'refresh(_:policy:handler:) = handler: progress if { answer in policy == .cacheThenNetwork && (try? answer.get())?.source == .cache }' --hint '(Step) = callback { step in if case .failed(let error) = step { error } else { nil } }' --hint '(Step) = progress if { step in switch step { case .progress: true; default: false } }' --hint '-> SessionTaskProtocol = cancel: ($0 as? URLSessionTask)?.cancel()' --hint 'load(_:completion:) = cancel: nothing; forward if: completion == nil' --hint 'report* = cancel: nothing; forward if: handler == nil' --hint 'observe* = forward' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A failure of ContractClient with a value of the type LegacyFailure, which is not an `Error`.
// The client passes the value to its callback, and nothing changes it afterwards.
struct ContractClientLegacyFailure: Error, @unchecked Sendable {
    let value: LegacyFailure
}

nonisolated extension InterceptingClient<ContractClient> {
    var delegate: (any ContractDelegate)? {
        get { base.delegate }
        nonmutating set { base.delegate = newValue }
    }

    // pages is not wrapped: Pages may issue requests itself: page(_:). Settled by a hint:
    //     pages = client
    //     pages = forward

    var script: ScriptedClient<String> { base.script }

    // addPathListener(_:) is not a request: its name says that the client calls block when
    // something happens, or never; if block is always called once, use block: completion.
    func addPathListener(_ block: @escaping ((any Error)?) -> Void) { base.addPathListener(block) }

    func cancelAll() { base.cancelAll() }

    // changes(_:) is not a request: what it returns says that the client calls block when
    // something happens, or never; if block is always called once, use block: completion.
    func changes(_ block: @escaping ((any Error)?) -> Void) -> PathRegistration {
        base.changes(block)
    }

    func copied() async throws -> ConformingLater {
        try await intercept("copied") { try await base.copied() }
    }

    func download(
        taskUpdated: ((String) -> Void)? = nil,
        completion: @escaping (Result<String, any Error>) -> Void
    ) -> Stopper {
        intercept(
            "download",
            .progress(taskUpdated),
            .completion(completion),
            cancel: { $0.stop() },
            holdsHandle: true
        ) { taskUpdated, completion in
            base.download(taskUpdated: taskUpdated, completion: completion)
        }
    }

    // events() is not wrapped: it returns PathEvents, a stream, which may never end. Settled by
    // a hint:
    //     events() = forward

    func fetch(
        _ path: String,
        policy: ReadPolicy = .cacheFirst,
        handler: @escaping (Result<String, any Error>) -> Void
    ) {
        if policy == .cacheThenNetwork { return base.fetch(path, policy: policy, handler: handler) }
        intercept("fetch", .completion(handler)) { base.fetch(path, policy: policy, handler: $0) }
    }

    func flagged(_ path: String, done: @escaping (Bool, Int) -> Void) {
        intercept(
            "flagged",
            .callback(
                done,
                error: { ok, _ in ok ? nil : Refused("flag") },
                rejection: { _ in (false, 0) }
            )
        ) { done in
            base.flagged(path, done: done)
        }
    }

    func flaggedAgain(_ path: String, done: @escaping (Bool, Int) -> Void) {
        intercept(
            "flaggedAgain",
            .callback(
                done,
                error: { ok, _ in ok ? nil : Refused("flag") },
                rejection: { _ in (false, 0) }
            )
        ) { done in
            base.flaggedAgain(path, done: done)
        }
    }

    func folder(_ name: String, completion: @escaping (Result<Folder, any Error>) -> Void) {
        intercept("folder", .completion(completion)) { base.folder(name, completion: $0) }
    }

    func folders() async throws -> [Folder] {
        try await intercept("folders") { try await base.folders() }
    }

    // legacy(_:handler:) does not report a rejection. Settled by a hint:
    //     legacy(_:handler:) = rejection: handler(nil, <the LegacyFailure>)
    func legacy(_ path: String, handler: ((_ text: String?, _ error: LegacyFailure?) -> Void)?) {
        intercept(
            "legacy",
            .callback(handler) { _, error in error.map { ContractClientLegacyFailure(value: $0) } }
        ) { handler in
            base.legacy(path, handler: handler)
        }
    }

    // legacyNumber(_:then:) does not report a rejection. Settled by a hint:
    //     legacyNumber(_:then:) = rejection: then(nil, <the LegacyFailure>)
    func legacyNumber(_ path: String, then: @escaping (Int?, LegacyFailure?) -> Void) {
        intercept(
            "legacyNumber",
            .callback(then) { _, error in error.map { ContractClientLegacyFailure(value: $0) } }
        ) { then in
            base.legacyNumber(path, then: then)
        }
    }

    @discardableResult
    func load(_ path: String, completion: ((Result<String, any Error>) -> Void)? = nil) -> String {
        if completion == nil { return base.load(path, completion: completion) }
        return intercept("load", .completion(completion), cancel: { _ in }) { completion in
            base.load(path, completion: completion)
        }
    }

    func observe(_ path: String, handler: @escaping (Result<String, any Error>) -> Void) {
        base.observe(path, handler: handler)
    }

    // open(_:onEvent:) is not a request: the name of a callback says that the client calls
    // onEvent when something happens, or never; if onEvent is always called once, use onEvent:
    // completion.
    func open(_ path: String, onEvent: @escaping (Result<String, any Error>) -> Void) {
        base.open(path, onEvent: onEvent)
    }

    func refresh(
        _ path: String,
        policy: ReadPolicy = .cacheThenNetwork,
        handler: ((Result<Page, any Error>) -> Void)?
    ) {
        intercept("refresh", onRejection: { error in handler?(.failure(error)) }) { call in
            base.refresh(
                path,
                policy: policy,
                handler: { answer in
                    let isProgress = policy == .cacheThenNetwork && (try? answer.get())?.source == .cache
                    if isProgress {
                        call.wrap(.progress(handler))?(answer)
                    } else {
                        call.answer(answer.reportedFailure) { handler?(answer) }
                    }
                }
            )
        }
    }

    @discardableResult
    func report(_ path: String, handler: ((Report) -> Void)? = nil) -> Report {
        if handler == nil { return base.report(path, handler: handler) }
        return intercept(
            "report",
            .callback(handler) { result in result.error },
            cancel: { _ in }
        ) { handler in
            base.report(path, handler: handler)
        }
    }

    // root() is not wrapped: it returns Folder, on which a request may go on: read(_:). Settled
    // by a hint:
    //     root() = client
    //     root() = forward

    func session(
        completion: @escaping (Result<String, any Error>) -> Void
    ) -> any SessionTaskProtocol {
        intercept(
            "session",
            .completion(completion),
            cancel: { ($0 as? URLSessionTask)?.cancel() }
        ) { completion in
            base.session(completion: completion)
        }
    }

    // subscribe(to:handler:) is not a request: its name says that the client calls handler when
    // something happens, or never; if handler is always called once, use handler: completion.
    func subscribe(to path: String, handler: @escaping (String?, (any Error)?) -> Void) -> Ticket {
        base.subscribe(to: path, handler: handler)
    }

    func subscribeToList(
        _ name: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("subscribeToList", .success(success), .failure(failure)) { success, failure in
            base.subscribeToList(name, success: success, failure: failure)
        }
    }

    // summary(_:handler:) does not report a rejection. Settled by a hint:
    //     summary(_:handler:) = rejection: handler(<the Report>)
    func summary(_ path: String, handler: @escaping (Report) -> Void) {
        intercept("summary", .callback(handler) { result in result.error }) { handler in
            base.summary(path, handler: handler)
        }
    }

    // unclear(_:first:second:) is not wrapped: nothing in first, which is (Int) -> Void, shows
    // whether the request has failed; nothing in second, which is (Bool) -> Void, shows whether
    // the request has failed. Settled by a hint:
    //     unclear(_:first:second:) = forward

    func upload(_ path: String, onStep: @escaping (Step) -> Void) {
        intercept("upload", onRejection: { error in onStep(.failed(error)) }) { call in
            base.upload(
                path,
                onStep: { step in
                    let isProgress = switch step { case .progress: true; default: false }
                    if isProgress {
                        call.wrap(.progress(onStep))(step)
                    } else {
                        call.answer({ if case .failed(let error) = step { error } else { nil } }()) { onStep(step) }
                    }
                }
            )
        }
    }
}
