// Written by wrap-client: what is changed here by hand is lost. To write it again:
//
//     swift package wrap-client UncertainClient --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

extension InterceptingClient<UncertainClient> {
    var admins: CompletionClient { base.admins }

    var delegate: (any UncertainClientDelegate)? {
        get { base.delegate }
        nonmutating set { base.delegate = newValue }
    }

    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    var users: InterceptingClient<CompletionClient> {
        InterceptingClient<CompletionClient>(base.users, settings: interceptionSettings)
    }

    // asks(shouldContinue:completion:) is not wrapped: shouldContinue returns Bool, and no role
    // can.
    // Settled by a hint:
    //     asks(shouldContinue:completion:) = shouldContinue: untouched

    func ended(_ then: @escaping () -> Void) {
        intercept("ended") { call in
            base.ended(call.finished(then))
        }
    }

    // events(_:) is not wrapped: nothing in handler, which is (Event) -> Void, says for sure
    // whether the request has failed.
    // Settled by a hint:
    //     events(_:) = handler: callback { first in <the error, or nil> }
    //     events(_:) = handler: success
    //     events(_:) = handler: repeating

    func flag(_ path: String, done: @escaping (Bool, String?) -> Void) {
        intercept("flag \(path)", onRefusal: { done(false, "\($0)") }) { call in
            base.flag(
                path,
                done: call.callback(done) { ok, text in ok ? nil : Refused(text ?? "") }
            )
        }
    }

    func flagSendable(done: (@Sendable (Bool, String?) -> Void)?) {
        intercept("flagSendable") { call in
            base.flagSendable(
                done: { ok, second in
                    call.answer(ok ? nil : Refused("flag")) { done?(ok, second) }
                }
            )
        }
    }

    // job() is not wrapped: it returns Operation, perhaps of a request.
    // Settled by a hint:
    //     job() = forward

    // many(_:completion:) is not wrapped: paths is any number of values, which cannot be passed
    // on.

    func maybe(completion: @escaping (Data?) -> Void) {
        intercept("maybe") { call in
            base.maybe(
                completion: call.callback(completion) { data in data == nil ? Refused("no data") : nil }
            )
        }
    }

    // message(success:failure:) is not wrapped: failure sounds like failure, and nothing in
    // (String) -> Void is an error for sure.
    // Settled by a hint:
    //     message(success:failure:) = failure: callback { first in <the error, or nil> }

    // onActor(_:) is not wrapped: done belongs to @OtherActor, and roles are for the main actor
    // or for none.
    // Settled by a hint:
    //     onActor(_:) = done: untouched

    // onlySuccess(_:) is not wrapped: success sounds like success, and no callback tells of a
    // failure.
    // Settled by a hint:
    //     onlySuccess(_:) = success: success

    // owned(_:) is not wrapped: path is consuming, which cannot be passed on.

    func perhapsFailed(
        success: @escaping (String) -> Void,
        failure: @escaping ((any Error)?) -> Void
    ) {
        intercept("perhapsFailed", onRefusal: { failure($0) }) { call in
            base.perhapsFailed(success: call.success(success), failure: call.failure(failure))
        }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", onRefusal: { completion($0) }) { call in
            base.ping(host, completion: call.completion(completion))
        }
    }

    // reporting(to:) is not wrapped: delegate is a delegate, which it reports to.
    // Settled by a hint:
    //     reporting(to:) = forward

    // request(_:) is not wrapped: it returns Chain, on which a request may go on: response(_:).
    // Settled by a hint:
    //     request(_:) = forward

    // sending(_:) is not wrapped: request is CallbackRequest, which may carry a callback:
    // onCompletion.
    // Settled by a hint:
    //     sending(_:) = forward

    // start(_:) is not wrapped: the client reports to a delegate, so this may start a request.
    // Settled by a hint:
    //     start(_:) = forward

    // stream() is not wrapped: it returns a stream, which ends by itself or never.
    // Settled by a hint:
    //     stream() = forward
}
