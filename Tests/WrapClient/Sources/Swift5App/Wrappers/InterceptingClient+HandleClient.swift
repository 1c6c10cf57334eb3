// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client HandleClient --hint 'torn(completion:) = cancel: $0.tearUp()' --hint 'number(completion:) = cancel: base.cancel($0)' --hint 'prepared(completion:) = cancel: $0.cancel(); holds handle' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<HandleClient> {
    var script: ScriptedClient<String> { base.script }

    // any(completion:) returns any Cancellable, to which the group refers weakly: if the client
    // does not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> any Cancellable = holds handle
    func any(completion: @escaping (Result<String, any Error>) -> Void) -> any Cancellable {
        intercept("any", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.any(completion: completion)
        }
    }

    func cancel(_ number: Int) { base.cancel(number) }

    func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int {
        intercept("number", .completion(completion), cancel: { [base] in base.cancel($0) }) {
            base.number(completion: $0)
        }
    }

    // optional(success:failure:) returns Ticket, to which the group refers weakly: if the client
    // does not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> Ticket = holds handle
    @discardableResult
    func optional(success: ((String) -> Void)?, failure: ((any Error) -> Void)?) -> Ticket? {
        intercept("optional", .success(success), .failure(failure), cancel: { $0?.cancel() }) {
            base.optional(success: $0, failure: $1)
        }
    }

    func prepared(completion: @escaping (Result<String, any Error>) -> Void) -> Prepared {
        intercept("prepared", .completion(completion), cancel: { $0.cancel() }, holdsHandle: true) {
            base.prepared(completion: $0)
        }
    }

    // ticket(completion:) returns Ticket, to which the group refers weakly: if the client does
    // not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> Ticket = holds handle
    func ticket(completion: @escaping (Result<String, any Error>) -> Void) -> Ticket {
        intercept("ticket", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.ticket(completion: completion)
        }
    }

    func torn(completion: @escaping (Result<String, any Error>) -> Void) -> Tearable {
        intercept("torn", .completion(completion), cancel: { $0.tearUp() }) { completion in
            base.torn(completion: completion)
        }
    }
}
