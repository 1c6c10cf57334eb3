// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client CompletionClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<CompletionClient> {
    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    func borrowing(
        _ text: @autoclosure () -> String,
        count: inout Int,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("borrowing", .completion(completion), cancel: { _ in }) { completion in
            base.borrowing(text(), count: &count, completion: completion)
        }
    }

    func data(_ path: String, done: @escaping CompletionClient.Done) {
        intercept("data", .completion(done)) { base.data(path, done: $0) }
    }

    func errorFirst(callback: @escaping ((any Error)?, String?) -> Void) {
        intercept(
            "errorFirst",
            .callback(callback, error: { error, _ in error }, rejection: { error in (error, nil) })
        ) { callback in
            base.errorFirst(callback: callback)
        }
    }

    // five(completion:) does not report a rejection. Settled by a hint:
    //     five(completion:) = rejection: completion(nil, 0, $0, false, nil)
    func five(
        completion: @escaping @Sendable (String?, Int, (any Error)?, Bool, Response?) -> Void
    ) {
        intercept("five", onRejection: { _ in }) { call in
            base.five(
                completion: { first, second, error, fourth, fifth in
                    call.answer(error) { completion(first, second, error, fourth, fifth) }
                }
            )
        }
    }

    func foundationError(completion: ((String?, NSError?) -> Void)?) {
        intercept("foundationError", .completion(completion)) { completion in
            base.foundationError(completion: completion)
        }
    }

    func onMain(completion: (@MainActor @Sendable (Result<String, any Error>) -> Void)?) {
        intercept("onMain", .completion(onMain: completion)) { base.onMain(completion: $0) }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", .completion(completion)) { base.ping(host, completion: $0) }
    }

    func `repeat`(
        _ `in`: String,
        for: String,
        call: Int,
        completion: @escaping (_ value: String?, _ error: (any Error)?) -> Void
    ) {
        intercept("repeat", .completion(completion)) { completion in
            base.repeat(`in`, for: `for`, call: call, completion: completion)
        }
    }

    func reset(completionHandler: @escaping () -> Void) {
        intercept("reset", .finally(completionHandler)) { base.reset(completionHandler: $0) }
    }

    func result(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("result", .completion(completion)) { base.result(completion: $0) }
    }

    func sendable(completion: (@Sendable (Result<String, any Error>) -> Void)? = nil) {
        intercept("sendable", .completion(completion)) { base.sendable(completion: $0) }
    }

    func throwing(completion: @escaping (String?, (any Error)?) -> Void) throws {
        try intercept("throwing", .completion(completion), cancel: { _ in }) { completion in
            try base.throwing(completion: completion)
        }
    }

    func upload(
        _ data: Data,
        uploadProgress: @escaping (Double) -> Void,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("upload", .progress(uploadProgress), .completion(completion)) {
            base.upload(data, uploadProgress: $0, completion: $1)
        }
    }

    func value(_ path: String, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("value", .completion(completion)) { base.value(path, completion: $0) }
    }
}
