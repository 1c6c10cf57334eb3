// Written by wrap-client: what is changed here by hand is lost. To write it again:
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
        intercept("borrowing", cancel: { _ in }) { call in
            base.borrowing(text(), count: &count, completion: call.completion(completion))
        }
    }

    func data(_ path: String, done: @escaping CompletionClient.Done) {
        intercept("data", onRefusal: .completion(done)) { call in
            base.data(path, done: call.completion(done))
        }
    }

    func decoded<Value>(
        _ path: String,
        as type: Value.Type,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) where Value: Decodable, Value: Sendable {
        intercept("decoded", completion: completion) { completion in
            base.decoded(path, as: type, completion: completion)
        }
    }

    func errorFirst(callback: @escaping ((any Error)?, String?) -> Void) {
        intercept("errorFirst", onRefusal: { callback($0, nil) }) { call in
            base.errorFirst(callback: call.callback(callback) { error, _ in error })
        }
    }

    // five(completion:) tells nobody if it is refused. Settled by a hint:
    //     five(completion:) = refusal: completion(nil, 0, false, nil, $0)
    func five(
        completion: @escaping @Sendable (String?, Int, Bool, Response?, (any Error)?) -> Void
    ) {
        intercept("five") { call in
            base.five(completion: call.callback(completion) { _, _, _, _, error in error })
        }
    }

    func foundationError(completion: ((String?, NSError?) -> Void)?) {
        intercept("foundationError", completion: completion) { completion in
            base.foundationError(completion: completion)
        }
    }

    func onMain(completion: (@MainActor @Sendable (Result<String, any Error>) -> Void)?) {
        intercept("onMain", onMainCompletion: completion) { completion in
            base.onMain(completion: completion)
        }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", completion: completion) { completion in
            base.ping(host, completion: completion)
        }
    }

    func `repeat`(
        _ `in`: String,
        for: String,
        call: Int,
        completion: @escaping (String?, (any Error)?) -> Void
    ) {
        intercept("repeat", completion: completion) { completion in
            base.repeat(`in`, for: `for`, call: call, completion: completion)
        }
    }

    func reset(completionHandler: @escaping () -> Void) {
        intercept("reset", onRefusal: .finished(completionHandler)) { call in
            base.reset(completionHandler: call.finished(completionHandler))
        }
    }

    func result(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("result", completion: completion) { completion in
            base.result(completion: completion)
        }
    }

    func sendable(completion: (@Sendable (Result<String, any Error>) -> Void)? = nil) {
        intercept("sendable", completion: completion) { completion in
            base.sendable(completion: completion)
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
        intercept("upload", onRefusal: .completion(completion)) { call in
            base.upload(
                data,
                uploadProgress: call.repeating(uploadProgress),
                completion: call.completion(completion)
            )
        }
    }

    func value(_ path: String, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("value", completion: completion) { completion in
            base.value(path, completion: completion)
        }
    }
}
