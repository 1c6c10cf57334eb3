// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client ShapeClient --hint 'start(_:) = parcel.onSuccess: success; parcel.onFailure: failure' --hint 'begin(_:) = request.onEnd: completion' --hint 'submit(form:) = form.onEnd: completion' --hint 'add(job:) = job.completionBlock: finally; cancel: job.cancel()' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<ShapeClient> {
    var script: ScriptedClient<String> { base.script }

    func add(job: Job) {
        intercept("add", onRejection: { _ in job.completionBlock?() }) { call in
            job.completionBlock = call.wrap(.finally(job.completionBlock))
            call.onCancel(job) { $0.cancel() }
            base.add(job: job)
        }
    }

    func asks(
        shouldRetry: @escaping (any Error) -> Bool,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        let captured = CapturedGroup()
        defer { captured.run {} }
        intercept("asks", .completion(completion)) { completion in
            base.asks(
                shouldRetry: { first in captured.run { shouldRetry(first) } },
                completion: completion
            )
        }
    }

    func begin(_ request: UnwrappedRequest) {
        intercept("begin", .completion(request.onEnd)) { onEnd in
            request.onEnd = onEnd
            base.begin(request)
        }
    }

    func confirmed(success: @escaping (String) -> Bool, failure: @escaping (any Error) -> Void) {
        intercept("confirmed", onRejection: { error in failure(error) }) { call in
            base.confirmed(
                success: { first in call.answer(nil) { success(first) } },
                failure: call.wrap(.failure(failure))
            )
        }
    }

    // localized(success:failure:) does not report a rejection. Settled by a hint:
    //     localized(success:failure:) = rejection: failure(<the any LocalizedError>)
    func localized(
        success: @escaping (String) -> Void,
        failure: @escaping (any LocalizedError) -> Void
    ) {
        intercept("localized", .success(success), .callback(failure) { error in error }) {
            base.localized(success: $0, failure: $1)
        }
    }

    func onMainWithStatus(
        success: @escaping @MainActor @Sendable (String, Int) -> Void,
        failure: @escaping @MainActor @Sendable (Int?, any Error) -> Void
    ) {
        intercept("onMainWithStatus", .success(onMain: success), .failure(onMain: failure)) {
            base.onMainWithStatus(success: $0, failure: $1)
        }
    }

    func reversed(failure: @escaping (any Error) -> Void, success: @escaping (String) -> Void) {
        intercept("reversed", .failure(failure), .success(success)) { failure, success in
            base.reversed(failure: failure, success: success)
        }
    }

    func start(_ parcel: Parcel) {
        intercept(
            "start",
            .success(parcel.onSuccess),
            .failure(parcel.onFailure)
        ) { onSuccess, onFailure in
            parcel.onSuccess = onSuccess
            parcel.onFailure = onFailure
            base.start(parcel)
        }
    }

    func submit(form: Form) {
        intercept("submit", .completion(form.onEnd)) { onEnd in
            var form = form
            form.onEnd = onEnd
            base.submit(form: form)
        }
    }
}
