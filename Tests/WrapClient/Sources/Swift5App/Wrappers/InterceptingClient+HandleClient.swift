// Written by wrap-client: what is changed here by hand is lost. To write it again:
//
//     swift package wrap-client HandleClient --hint 'torn(completion:) = cancel: $0.tearUp()' --hint 'number(completion:) = cancel: base.cancel($0)' --hint 'prepared(completion:) = cancel: $0.cancel(); holds handle' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<HandleClient> {
    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    func any(completion: @escaping (Result<String, any Error>) -> Void) -> any Cancellable {
        intercept("any", cancel: { $0.cancel() }) { call in
            base.any(completion: call.completion(completion))
        }
    }

    func cancel(_ number: Int) {
        base.cancel(number)
    }

    func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int {
        intercept("number", cancel: { [base] in base.cancel($0) }) { call in
            base.number(completion: call.completion(completion))
        }
    }

    @discardableResult
    func optional(success: ((String) -> Void)?, failure: ((any Error) -> Void)?) -> Ticket? {
        intercept("optional", cancel: { $0?.cancel() }) { call in
            base.optional(success: call.success(success), failure: call.failure(failure))
        }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", completion: completion) { completion in
            base.ping(host, completion: completion)
        }
    }

    func prepared(completion: @escaping (Result<String, any Error>) -> Void) -> Prepared {
        intercept("prepared", cancel: { $0.cancel() }, holdsHandle: true) { call in
            base.prepared(completion: call.completion(completion))
        }
    }

    func ticket(completion: @escaping (Result<String, any Error>) -> Void) -> Ticket {
        intercept("ticket", cancel: { $0.cancel() }) { call in
            base.ticket(completion: call.completion(completion))
        }
    }

    func torn(completion: @escaping (Result<String, any Error>) -> Void) -> Tearable {
        intercept("torn", cancel: { $0.tearUp() }) { call in
            base.torn(completion: call.completion(completion))
        }
    }
}
