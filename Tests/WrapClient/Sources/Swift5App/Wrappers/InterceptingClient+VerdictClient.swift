// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client VerdictClient --hint 'isOpen(completion:) = completion: success' --hint 'item(_:completion:) = completion: callback { first in first != nil ? nil : UnexplainedFailureError() }' --hint 'onExpiry(completion:) = forward' --hint 'page(_:modifier:) = client' --hint '-> URLSession*Task = cancel: $0.cancel()' --hint 'prepared(completion:) = completion: callback { first in first ? nil : UnexplainedFailureError() }; cancel: $0.cancel()' --hint 'check(done:) = done: callback { first in first.success ? nil : UnexplainedFailureError() }' --hint 'value(_:completion:) = completion: callback { first in first as? any Error }' --hint '(Error?) = failure' --hint 'numbered(completion:) = cancel: nothing' --hint 'confirm(done:) = done: callback { first in Result(catching: first).reportedFailure }' --hint 'renew(taskHandler:onRenewal:completionHandler:) = onRenewal: progress; completionHandler: completion' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

nonisolated extension InterceptingClient<VerdictClient> {
    var script: ScriptedClient<String> { base.script }

    // check(done:) does not report a rejection. Settled by a hint:
    //     check(done:) = rejection: done(<the Audit>)
    func check(done: @escaping (Audit) -> Void) {
        intercept(
            "check",
            .callback(done) { (first: Audit) in first.success ? nil : UnexplainedFailureError() }
        ) { done in
            base.check(done: done)
        }
    }

    func close(success: @escaping () -> Void, failure: @escaping (NSError?) -> Void) {
        intercept("close", .success(success), .failure(failure)) { success, failure in
            base.close(success: success, failure: failure)
        }
    }

    func confirm(done: @escaping (() throws -> String) -> Void) {
        intercept(
            "confirm",
            onRejection: { error in done(Result<String, any Error>.failure(error).get) }
        ) { call in
            base.confirm(
                done: { first in
                    call.answer(Result(catching: first).reportedFailure) { done(first) }
                }
            )
        }
    }

    // isOpen(completion:) does not report a rejection. Settled by a hint:
    //     isOpen(completion:) = rejection: completion(false)
    func isOpen(completion: @escaping (Bool) -> Void) {
        intercept("isOpen", .success(completion)) { base.isOpen(completion: $0) }
    }

    // item(_:completion:) does not report a rejection. Settled by a hint:
    //     item(_:completion:) = rejection: completion(nil)
    func item(_ path: String, completion: @escaping (String?) -> Void) {
        intercept(
            "item",
            .callback(completion) { first in first != nil ? nil : UnexplainedFailureError() }
        ) { completion in
            base.item(path, completion: completion)
        }
    }

    // logIn(success:needsCode:failure:) is not wrapped: nothing in needsCode, which is (Int) ->
    // Void, shows whether the request has failed; success and failure may each end the request,
    // and it is uncertain which do. Settled by a hint:
    //     logIn(success:needsCode:failure:) = needsCode: success; success: success; failure: failure

    // mail(_:progress:completion:) is not wrapped: completion has a collection of errors, and
    // whether one of them fails the request is not certain. Settled by a hint:
    //     mail(_:progress:completion:) = completion: callback { _, errors in errors.first?.1 }

    func numbered(completion: @escaping (Result<String, any Error>) -> Void) -> Old.StartedTask {
        intercept("numbered", .completion(completion), cancel: { _ in }) { completion in
            base.numbered(completion: completion)
        }
    }

    func onExpiry(completion: @escaping ([String]) -> Void) {
        base.onExpiry(completion: completion)
    }

    func page(
        _ name: String,
        modifier: ((inout String) throws -> Void)?
    ) -> InterceptingClient<PageRequest> {
        InterceptingClient<PageRequest>(base.page(name, modifier: modifier), settings: interceptionSettings)
    }

    // paused(completion:) returns PausedTask, to which the group refers weakly: if the client
    // does not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> PausedTask = holds handle
    func paused(completion: @escaping (Result<String, any Error>) -> Void) -> PausedTask {
        intercept("paused", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.paused(completion: completion)
        }
    }

    func perhapsTask(
        completion: @escaping (Result<String, any Error>) -> Void
    ) -> URLSessionDataTask? {
        intercept("perhapsTask", .completion(completion), cancel: { $0?.cancel() }) { completion in
            base.perhapsTask(completion: completion)
        }
    }

    func prepared(completion: @escaping (Bool) -> Void) -> StartedTask {
        intercept(
            "prepared",
            .callback(completion) { first in first ? nil : UnexplainedFailureError() },
            cancel: { $0.cancel() }
        ) { completion in
            base.prepared(completion: completion)
        }
    }

    // register(_:eventHandler:) is not a request: the name of a callback says that the client
    // calls eventHandler when something happens, or never; if eventHandler is always called
    // once, use eventHandler: success.
    func register(_ path: String, eventHandler: @escaping () -> Void) {
        base.register(path, eventHandler: eventHandler)
    }

    // renew(taskHandler:onRenewal:completionHandler:) counts an error in onRenewal as progress,
    // not as a failure.
    func renew(
        taskHandler: @escaping (PausedTask) -> Void = { _ in },
        onRenewal: @escaping (Result<String, any Error>) -> Void,
        completionHandler: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept(
            "renew",
            .progress(taskHandler),
            .progress(onRenewal),
            .completion(completionHandler)
        ) { taskHandler, onRenewal, completionHandler in
            base.renew(
                taskHandler: taskHandler,
                onRenewal: onRenewal,
                completionHandler: completionHandler
            )
        }
    }

    func search<T>(
        success: @escaping (Found<T>) -> Void,
        failure: ((any Error) -> Void)?
    ) where T: PausedTask {
        intercept("search", .success(success), .failure(failure)) { success, failure in
            base.search(success: success as (Found<T>) -> Void, failure: failure)
        }
    }

    func sent(_ value: sending Any?, completion: @escaping (Result<String, any Error>) -> Void) {
        nonisolated(unsafe) let value = value
        intercept("sent", .completion(completion), cancel: { _ in }) { completion in
            base.sent(value, completion: completion)
        }
    }

    func session(
        _ name: String,
        didReceive text: String,
        completionHandler: @escaping (Bool) -> Void
    ) {
        base.session(name, didReceive: text, completionHandler: completionHandler)
    }

    // size(of:completion:) does not report a rejection. Settled by a hint:
    //     size(of:completion:) = rejection: completion(0, <the Fault>)
    func size(of path: String, completion: @escaping (Int, Fault) -> Void) {
        intercept("size", .callback(completion) { _, error in error == .success ? nil : error }) {
            base.size(of: path, completion: $0)
        }
    }

    func task(completion: @escaping (Result<String, any Error>) -> Void) -> URLSessionDataTask {
        intercept("task", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.task(completion: completion)
        }
    }

    // value(_:completion:) does not report a rejection. Settled by a hint:
    //     value(_:completion:) = rejection: completion(nil)
    func value(_ path: String, completion: @escaping (Any?) -> Void) {
        intercept("value", .callback(completion) { first in first as? any Error }) { completion in
            base.value(path, completion: completion)
        }
    }

    // verify(_:completion:) does not report a rejection. Settled by a hint:
    //     verify(_:completion:) = rejection: completion(.failed(error: <the Refused>))
    func verify(_ path: String, completion: @escaping (Verdict) -> Void) {
        intercept(
            "verify",
            .callback(completion) { first in
                if case .failed(let error) = first { error } else { nil }
            }
        ) { completion in
            base.verify(path, completion: completion)
        }
    }
}
