// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client UncertainClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<UncertainClient> {
    var admins: CompletionClient { base.admins }

    var delegate: (any UncertainClientDelegate)? {
        get { base.delegate }
        nonmutating set { base.delegate = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    var users: InterceptingClient<CompletionClient> {
        InterceptingClient<CompletionClient>(base.users, settings: interceptionSettings)
    }

    // adding(_:) is not wrapped: job is Operation, which this may start. Settled by a hint:
    //     adding(_:) = job.completionBlock: finally; cancel: job.cancel()
    //     adding(_:) = forward

    // asks(shouldContinue:) is not wrapped: shouldContinue is (String) -> Bool, from which the
    // client gets a value, and nothing says when the request ends. Settled by a hint:
    //     asks(shouldContinue:) = forward
    //     asks(shouldContinue:) = shouldContinue: success

    func asksPerhaps(
        shouldContinue: ((String) -> Bool)?,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        let captured = CapturedGroup()
        defer { captured.run {} }
        intercept("asksPerhaps", .completion(completion)) { completion in
            base.asksPerhaps(
                shouldContinue: shouldContinue.map { shouldContinue in { first in captured.run { shouldContinue(first) } } },
                completion: completion
            )
        }
    }

    // callActor(_:) is not wrapped: done is isolated to @OtherActor, and roles fit only the main
    // actor or no actor; write it by hand; otherwise its group does not wait for done. Settled
    // by a hint:
    //     callActor(_:) = skip
    //     callActor(_:) = forward

    // change(updates:) is not wrapped: updates may be called any number of times, and nothing
    // ends the request. Settled by a hint:
    //     change(updates:) = forward
    //     change(updates:) = updates: success

    func ended(_ then: @escaping () -> Void) {
        intercept("ended", .finally(then)) { base.ended($0) }
    }

    // events(_:) is not wrapped: handler is (Event) -> Void, and each case may be the end, or
    // not: finished, found, progress. Settled by a hint:
    //     events(_:) = handler: success; handler: progress if { first in switch first { case .found, .progress: true; default: false } }

    func flag(_ path: String, done: @escaping (Bool, String?) -> Void) {
        intercept(
            "flag \(path)",
            .callback(
                done,
                error: { ok, text in ok ? nil : Refused(text ?? "") },
                rejection: { error in (false, "\(error)") }
            )
        ) { done in
            base.flag(path, done: done)
        }
    }

    // flagSendable(done:) does not report a rejection. Settled by a hint:
    //     flagSendable(done:) = rejection: done(false, "\($0)")
    func flagSendable(done: (@Sendable (Bool, String?) -> Void)?) {
        intercept("flagSendable", .callback(done) { ok, _ in ok ? nil : Refused("flag") }) { done in
            base.flagSendable(done: done)
        }
    }

    // job() is not wrapped: it returns Operation, perhaps of a request. Settled by a hint:
    //     job() = forward

    // many(_:completion:) is not wrapped: paths is variadic, and Swift cannot pass on its
    // values. Written by hand in another file, with this hint:
    //     many(_:completion:) = skip

    // maybe(completion:) does not report a rejection. Settled by a hint:
    //     maybe(completion:) = rejection: completion(nil)
    func maybe(completion: @escaping (Data?) -> Void) {
        intercept(
            "maybe",
            .callback(completion) { data in data == nil ? Refused("no data") : nil }
        ) { completion in
            base.maybe(completion: completion)
        }
    }

    // message(failure:) is not wrapped: no callback certainly reports a success. Settled by a
    // hint:
    //     message(failure:) = forward

    // onlySuccess(_:) is not wrapped: no callback certainly reports a failure. Settled by a
    // hint:
    //     onlySuccess(_:) = success: success

    // owned(_:) is not wrapped: the request may start after path has been released. Written by
    // hand in another file, with this hint:
    //     owned(_:) = skip

    func perhapsFailed(
        success: @escaping (String) -> Void,
        failure: @escaping ((any Error)?) -> Void
    ) {
        intercept("perhapsFailed", .success(success), .failure(failure)) { success, failure in
            base.perhapsFailed(success: success, failure: failure)
        }
    }

    // perhapsResult(completion:) is not wrapped: nothing in completion, which is (Result<String,
    // any Error>?) -> Void, shows whether the request has failed. Settled by a hint:
    //     perhapsResult(completion:) = completion: callback { first in if let first { first.reportedFailure } else { UnexplainedFailureError() } }
    //     perhapsResult(completion:) = completion: success

    // reporting(to:) is not wrapped: to takes a delegate, to which the client reports; write the
    // method by hand, with DelegatedCalls in between. Settled by a hint:
    //     reporting(to:) = skip
    //     reporting(to:) = forward

    // request(_:) is not wrapped: it returns Chain, on which a request may go on: response(_:).
    // Settled by a hint:
    //     request(_:) = client
    //     request(_:) = forward

    // sending(_:) is not wrapped: request is CallbackRequest, which may carry a callback:
    // onCompletion. Settled by a hint:
    //     sending(_:) = request.onCompletion: completion
    //     sending(_:) = forward

    // sendingMore(_:) is not wrapped: request is UncertainRequest, which may carry a callback:
    // onEvent. Settled by a hint:
    //     sendingMore(_:) = forward

    // start(_:) is not wrapped: it has no callback, and the client has a delegate, which may
    // report the end of a request: write that by hand; forward is for a method that starts no
    // request. Settled by a hint:
    //     start(_:) = skip
    //     start(_:) = forward

    // stream() is not wrapped: it returns AsyncStream<String>, a stream, which may never end.
    // Settled by a hint:
    //     stream() = forward

    // waiting(_:) is not wrapped: it is asynchronous, and may call then at any time. Settled by
    // a hint:
    //     waiting(_:) = then: progress
    //     waiting(_:) = then: untouched
}
