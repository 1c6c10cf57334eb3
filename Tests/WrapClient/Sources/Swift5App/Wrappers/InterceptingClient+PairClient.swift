// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client PairClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<PairClient> {
    var script: ScriptedClient<String> { base.script }

    func aliased(
        _ path: String,
        success: PairClient.Success? = nil,
        failure: PairClient.Failure? = nil
    ) {
        intercept("aliased", .success(success), .failure(failure)) { success, failure in
            base.aliased(path, success: success, failure: failure)
        }
    }

    func manyValues(
        success: @escaping (String, Int, Response) -> Void,
        failure: @escaping (any Error) -> Void,
        always: @escaping () -> Void
    ) {
        intercept(
            "manyValues",
            .callback(success) { _, _, _ in nil },
            .failure(failure),
            .finally(always)
        ) { success, failure, always in
            base.manyValues(success: success, failure: failure, always: always)
        }
    }

    func onMain(
        onSuccess: @escaping @MainActor @Sendable (String) -> Void,
        onError: @escaping @MainActor @Sendable (any Error) -> Void
    ) {
        intercept("onMain", .success(onMain: onSuccess), .failure(onMain: onError)) {
            base.onMain(onSuccess: $0, onError: $1)
        }
    }

    // own(success:failure:) does not report a rejection. Settled by a hint:
    //     own(success:failure:) = rejection: failure(<the Refused>)
    func own(success: @escaping (String) -> Void, failure: @escaping (Refused) -> Void) {
        intercept("own", .success(success), .failure(failure)) { success, failure in
            base.own(success: success, failure: failure)
        }
    }

    func post(
        _ path: String,
        data: [String: Any] = [:],
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept("post", .success(success), .failure(failure)) { success, failure in
            base.post(path, data: data, success: success, failure: failure)
        }
    }

    func unwrapped(_ path: String?, success: ((String) -> Void)?, failure: ((NSError) -> Void)?) {
        intercept("unwrapped", .success(success), .failure(failure)) { success, failure in
            base.unwrapped(path, success: success, failure: failure)
        }
    }

    func watched(
        options: WatchOptions,
        delegate: (any WatchDelegate)?,
        success: @escaping PairClient.Success,
        failure: @escaping PairClient.Failure
    ) {
        intercept("watched", .success(success), .failure(failure)) { success, failure in
            base.watched(options: options, delegate: delegate, success: success, failure: failure)
        }
    }

    func withTask(
        _ path: String,
        parameters: Any?,
        progress: ((Progress) -> Void)?,
        success: ((Response, Any?) -> Void)?,
        failure: ((Response?, any Error) -> Void)?
    ) {
        intercept("withTask", .progress(progress), .success(success), .failure(failure)) {
            base.withTask(path, parameters: parameters, progress: $0, success: $1, failure: $2)
        }
    }
}
