// Written by wrap-client: what is changed here by hand is lost. To write it again:
//
//     swift package wrap-client ShapeClient --hint 'start(_:) = parcel.onSuccess: success; parcel.onFailure: failure' --hint 'submit(form:) = form.onEnd: completion' --hint 'add(job:) = job.completionBlock: finished; cancel: job.cancel()' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<ShapeClient> {
    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    func add(job: Job) {
        intercept("add", onRefusal: .finished(job.completionBlock)) { call in
            job.completionBlock = call.finished(job.completionBlock)
            call.onCancel(job) { $0.cancel() }
            base.add(job: job)
        }
    }

    func asks(
        shouldRetry: @escaping (any Error) -> Bool,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("asks", onRefusal: .completion(completion)) { call in
            base.asks(
                shouldRetry: call.repeating(shouldRetry),
                completion: call.completion(completion)
            )
        }
    }

    func confirmed(success: @escaping (String) -> Bool, failure: @escaping (any Error) -> Void) {
        intercept("confirmed", onRefusal: .failure(failure)) { call in
            base.confirmed(success: call.success(success), failure: call.failure(failure))
        }
    }

    // localized(success:failure:) tells nobody if it is refused. Settled by a hint:
    //     localized(success:failure:) = refusal: failure(<the any LocalizedError>)
    func localized(
        success: @escaping (String) -> Void,
        failure: @escaping (any LocalizedError) -> Void
    ) {
        intercept("localized") { call in
            base.localized(
                success: call.success(success),
                failure: call.callback(failure) { error in error }
            )
        }
    }

    func onMainWithStatus(
        success: @escaping @MainActor @Sendable (String, Int) -> Void,
        failure: @escaping @MainActor @Sendable (Int?, any Error) -> Void
    ) {
        intercept(
            "onMainWithStatus",
            onRefusal: { error in Task { @MainActor in failure(nil, error) } }
        ) { call in
            base.onMainWithStatus(
                success: call.success(onMain: success),
                failure: call.callback(onMain: failure) { _, error in error }
            )
        }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", completion: completion) { completion in
            base.ping(host, completion: completion)
        }
    }

    func reversed(failure: @escaping (any Error) -> Void, success: @escaping (String) -> Void) {
        intercept("reversed", success: success, failure: failure) { success, failure in
            base.reversed(failure: failure, success: success)
        }
    }

    // six(completed:) tells nobody if it is refused. Settled by a hint:
    //     six(completed:) = refusal: completed(nil, 0, $0, false, nil, nil)
    func six(completed: @escaping (Data?, Int, (any Error)?, Bool, String?, URL?) -> Void) {
        intercept("six") { call in
            base.six(completed: call.callback(completed) { _, _, error, _, _, _ in error })
        }
    }

    func start(_ parcel: Parcel) {
        intercept("start", onRefusal: .failure(parcel.onFailure)) { call in
            parcel.onSuccess = call.success(parcel.onSuccess)
            parcel.onFailure = call.failure(parcel.onFailure)
            base.start(parcel)
        }
    }

    func submit(form: Form) {
        intercept("submit", onRefusal: .completion(form.onEnd)) { call in
            var form = form
            form.onEnd = call.completion(form.onEnd)
            base.submit(form: form)
        }
    }
}
