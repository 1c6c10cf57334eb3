// Written by wrap-client: what is changed here by hand is lost. To write it again:
//
//     swift package wrap-client PairClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

extension InterceptingClient<PairClient> {
    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    func aliased(
        _ path: String,
        success: PairClient.Success? = nil,
        failure: PairClient.Failure? = nil
    ) {
        intercept("aliased", onRefusal: failure) { call in
            base.aliased(path, success: call.success(success), failure: call.failure(failure))
        }
    }

    func manyValues(
        success: @escaping (String, Int, Response) -> Void,
        failure: @escaping (any Error) -> Void,
        always: @escaping () -> Void
    ) {
        intercept("manyValues", onRefusal: failure) { call in
            base.manyValues(
                success: call.callback(success) { _, _, _ in nil },
                failure: call.failure(failure),
                always: call.finished(always)
            )
        }
    }

    func onMain(
        onSuccess: @escaping @MainActor @Sendable (String) -> Void,
        onError: @escaping @MainActor @Sendable (any Error) -> Void
    ) {
        intercept(
            "onMain",
            onRefusal: { error in Task { @MainActor in onError(error) } }
        ) { call in
            base.onMain(
                onSuccess: call.success(onMain: onSuccess),
                onError: call.failure(onMain: onError)
            )
        }
    }

    func own(success: @escaping (String) -> Void, failure: @escaping (Refused) -> Void) {
        intercept("own") { call in
            base.own(success: call.success(success), failure: call.failure(failure))
        }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", onRefusal: { completion($0) }) { call in
            base.ping(host, completion: call.completion(completion))
        }
    }

    func post(
        _ path: String,
        data: [String: Any] = [:],
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept("post", onRefusal: failure) { call in
            base.post(
                path,
                data: data,
                success: call.success(success),
                failure: call.failure(failure)
            )
        }
    }

    func required(success: @escaping PairClient.Success, failure: @escaping PairClient.Failure) {
        intercept("required", onRefusal: failure) { call in
            base.required(success: call.success(success), failure: call.failure(failure))
        }
    }

    func unwrapped(_ path: String?, success: ((String) -> Void)?, failure: ((NSError) -> Void)?) {
        intercept("unwrapped", onRefusal: { failure?($0 as NSError) }) { call in
            base.unwrapped(path, success: call.success(success), failure: call.failure(failure))
        }
    }

    func withTask(
        _ path: String,
        parameters: Any?,
        progress: ((Progress) -> Void)?,
        success: ((Response, Any?) -> Void)?,
        failure: ((Response?, any Error) -> Void)?
    ) {
        intercept("withTask", onRefusal: { failure?(nil, $0) }) { call in
            base.withTask(
                path,
                parameters: parameters,
                progress: call.repeating(progress),
                success: call.success(success),
                failure: call.callback(failure) { _, error in error }
            )
        }
    }
}
