// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client RegistryClient --hint '* = client' --hint '(_, HTTPURLResponse?) = callback { _, response in (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError() }' --hint 'join(_:completion:) = completion: callback { first in switch first { case .timeout: UnexplainedFailureError(); default: nil } }' --hint 'wait(completion:) = completion: callback { timedOut in !timedOut ? nil : UnexplainedFailureError() }' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A failure of RegistryClient with a value of the type Problem, which is not an `Error`.
// The client passes the value to its callback, and nothing changes it afterwards.
struct RegistryClientProblem: Error, @unchecked Sendable {
    let value: Problem
}

nonisolated extension InterceptingClient<RegistryClient> {
    var lookup: InterceptingClient<Lookup>! {
        base.lookup.map { InterceptingClient<Lookup>($0, settings: interceptionSettings) }
    }

    var script: ScriptedClient<String> { base.script }

    func configure(
        where isMeant: @escaping (String) -> Bool,
        _ change: @escaping (inout [String: String]) -> Void
    ) {
        base.configure(where: isMeant, change)
    }

    // enter(completion:) does not report a rejection. Settled by a hint:
    //     enter(completion:) = rejection: completion(nil, true, $0)
    func enter(completion: @escaping (String?, _ didCancel: Bool, (any Error)?) -> Void) {
        intercept(
            "enter",
            .callback(completion) { _, didCancel, third in
                didCancel ? third ?? UnexplainedFailureError() as any Error : third
            }
        ) { completion in
            base.enter(completion: completion)
        }
    }

    func find(_ name: String, onCompletion: @escaping (Search) -> Void) {
        intercept(
            "find",
            .callback(
                onCompletion,
                error: { first in if case .error(let error) = first { error } else { nil } },
                rejection: { error in .error(error) }
            )
        ) { onCompletion in
            base.find(name, onCompletion: onCompletion)
        }
    }

    // join(_:completion:) does not report a rejection. Settled by a hint:
    //     join(_:completion:) = rejection: completion(<the Joining>)
    func join(_ name: String, completion: @escaping (Joining) -> Void) {
        intercept(
            "join",
            .callback(completion) { first in
                switch first { case .timeout: UnexplainedFailureError(); default: nil }
            }
        ) { completion in
            base.join(name, completion: completion)
        }
    }

    func lookup(_ name: String) -> InterceptingClient<Lookup> {
        InterceptingClient<Lookup>(base.lookup(name), settings: interceptionSettings)
    }

    func notes(
        _ path: String,
        notes: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("notes", .success(notes), .failure(failure)) { notes, failure in
            base.notes(path, notes: notes, failure: failure)
        }
    }

    @available(*, deprecated, message: "Use \"notes\",\nwhich is newer.")
    func oldNotes(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("oldNotes", .completion(completion)) { base.oldNotes(completion: $0) }
    }

    // once(_:callback:) is not a request: its name says that the client calls callback when
    // something happens, or never; if callback is always called once, use callback: success.
    func once(_ event: String, callback: @escaping ([String]) -> Void) -> UUID {
        base.once(event, callback: callback)
    }

    // page(_:callback:) does not report a rejection. Settled by a hint:
    //     page(_:callback:) = rejection: callback(nil, nil)
    func page(_ name: String, callback: @escaping (String?, HTTPURLResponse?) -> Void) {
        intercept(
            "page",
            .callback(callback) { (_: String?, response: HTTPURLResponse?) in
                (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError()
            }
        ) { callback in
            base.page(name, callback: callback)
        }
    }

    func register(_ name: String, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("register", .completion(completion)) { base.register(name, completion: $0) }
    }

    // register(event:handler:) is not a request: unregister says that the client calls handler
    // when something happens, or never; if handler is always called once, use handler: success.
    func register(event: String, handler: @escaping (Search) -> Void) {
        base.register(event: event, handler: handler)
    }

    // remove(_:callback:) does not report a rejection. Settled by a hint:
    //     remove(_:callback:) = rejection: callback(false, nil)
    func remove(_ name: String, callback: @escaping (Bool, HTTPURLResponse?) -> Void) {
        intercept(
            "remove",
            .callback(callback) { (_: Bool, response: HTTPURLResponse?) in
                (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError()
            }
        ) { callback in
            base.remove(name, callback: callback)
        }
    }

    // reply(completion:) does not report a rejection. Settled by a hint:
    //     reply(completion:) = rejection: completion(<the Reply<String, RegistryClient.Failure>>)
    func reply(completion: @escaping (Reply<String, RegistryClient.Failure>) -> Void) {
        intercept("reply", .callback(completion) { result in result.error }) { completion in
            base.reply(completion: completion)
        }
    }

    // rows(_:completion:) does not report a rejection. Settled by a hint:
    //     rows(_:completion:) = rejection: completion(.failure(<the RegistryClient.Failure>))
    func rows(
        _ name: String,
        completion: @escaping (Result<Rows, RegistryClient.Failure>) -> Void
    ) {
        intercept("rows", .completion(completion)) { base.rows(name, completion: $0) }
    }

    // sign(_:completion:) does not report a rejection. Settled by a hint:
    //     sign(_:completion:) = rejection: completion(<the Receipt>)
    func sign(_ name: String, completion: @escaping (Receipt) -> Void) {
        intercept(
            "sign",
            .callback(completion) { result in
                result.error.map { RegistryClientProblem(value: $0) }
            }
        ) { completion in
            base.sign(name, completion: completion)
        }
    }

    // signed(completion:) returns SignedRequest, to which the group refers weakly: if the client
    // does not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> SignedRequest = holds handle
    func signed(completion: @escaping (Result<String, any Error>) -> Void) -> SignedRequest {
        intercept("signed", .completion(completion), cancel: { $0.cancelRequest() }) { completion in
            base.signed(completion: completion)
        }
    }

    // started(completion:) returns StartedTask, to which the group refers weakly: if the client
    // does not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> StartedTask = holds handle
    @discardableResult
    func started(completion: @escaping (Result<String, any Error>) -> Void) -> StartedTask {
        intercept("started", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.started(completion: completion)
        }
    }

    func streamTransfer(
        _ change: ((inout String) throws -> Void)?
    ) -> InterceptingClient<Transfer> {
        InterceptingClient<Transfer>(base.streamTransfer(change), settings: interceptionSettings)
    }

    func unregister(event: String) { base.unregister(event: event) }

    // wait(completion:) does not report a rejection. Settled by a hint:
    //     wait(completion:) = rejection: completion(true)
    func wait(completion: @escaping (_ timedOut: Bool) -> Void) {
        intercept(
            "wait",
            .callback(completion) { timedOut in !timedOut ? nil : UnexplainedFailureError() }
        ) { completion in
            base.wait(completion: completion)
        }
    }
}
