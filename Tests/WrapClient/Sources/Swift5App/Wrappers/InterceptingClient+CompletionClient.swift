// Written by wrap-client: what is changed here by hand is lost. To write it again:
//
//     swift package wrap-client CompletionClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

extension InterceptingClient<CompletionClient> {
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
        intercept("borrowing", cancel: { _ in }) { call in
            base.borrowing(text(), count: &count, completion: call.completion(completion))
        }
    }

    func data(_ path: String, done: @escaping CompletionClient.Done) {
        intercept("data", onRefusal: { done(nil, nil, $0) }) { call in
            base.data(path, done: call.completion(done))
        }
    }

    func decoded<Value>(
        _ path: String,
        as type: Value.Type,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) where Value: Decodable, Value: Sendable {
        intercept("decoded", onRefusal: { completion(.failure($0)) }) { call in
            base.decoded(path, as: type, completion: call.completion(completion))
        }
    }

    func errorFirst(callback: @escaping ((any Error)?, String?) -> Void) {
        intercept("errorFirst", onRefusal: { callback($0, nil) }) { call in
            base.errorFirst(callback: call.callback(callback) { error, _ in error })
        }
    }

    func five(
        completion: @escaping @Sendable (String?, Int, Bool, Response?, (any Error)?) -> Void
    ) {
        intercept("five") { call in
            base.five(
                completion: { first, second, third, fourth, error in
                    call.answer(error) { completion(first, second, third, fourth, error) }
                }
            )
        }
    }

    func foundationError(completion: ((String?, NSError?) -> Void)?) {
        intercept("foundationError", onRefusal: { completion?(nil, $0 as NSError) }) { call in
            base.foundationError(completion: call.completion(completion))
        }
    }

    func onMain(completion: (@MainActor @Sendable (Result<String, any Error>) -> Void)?) {
        intercept(
            "onMain",
            onRefusal: { error in Task { @MainActor in completion?(.failure(error)) } }
        ) { call in
            base.onMain(completion: call.completion(onMain: completion))
        }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", onRefusal: { completion($0) }) { call in
            base.ping(host, completion: call.completion(completion))
        }
    }

    func `repeat`(
        _ `in`: String,
        for: String,
        call: Int,
        completion: @escaping (String?, (any Error)?) -> Void
    ) {
        intercept("repeat", onRefusal: { completion(nil, $0) }) { request in
            base.repeat(`in`, for: `for`, call: call, completion: request.completion(completion))
        }
    }

    func reset(completionHandler: @escaping () -> Void) {
        intercept("reset") { call in
            base.reset(completionHandler: call.finished(completionHandler))
        }
    }

    func result(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("result", onRefusal: { completion(.failure($0)) }) { call in
            base.result(completion: call.completion(completion))
        }
    }

    func sendable(completion: (@Sendable (Result<String, any Error>) -> Void)? = nil) {
        intercept("sendable", onRefusal: { completion?(.failure($0)) }) { call in
            base.sendable(completion: call.completion(completion))
        }
    }

    func throwing(completion: @escaping (String?, (any Error)?) -> Void) throws {
        try intercept("throwing", cancel: { _ in }) { call in
            try base.throwing(completion: call.completion(completion))
        }
    }

    func upload(
        _ data: Data,
        uploadProgress: @escaping (Double) -> Void,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("upload", onRefusal: { completion(.failure($0)) }) { call in
            base.upload(
                data,
                uploadProgress: call.repeating(uploadProgress),
                completion: call.completion(completion)
            )
        }
    }

    func value(_ path: String, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("value", onRefusal: { completion(nil, $0) }) { call in
            base.value(path, completion: call.completion(completion))
        }
    }
}
