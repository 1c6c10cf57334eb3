// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Ledger.Accounts --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<Ledger.Accounts> {
    func balance(of name: String, response: @escaping (Ledger.Reply<Int>) -> Void) throws {
        try intercept("balance", .callback(response) { result in result.error }, cancel: { _ in }) {
            try base.balance(of: name, response: $0)
        }
    }

    // close(_:response:) does not report a rejection. Settled by a hint:
    //     close(_:response:) = rejection: response(<the Ledger.Closing>)
    func close(_ name: String, response: @escaping (Ledger.Closing) -> Void) {
        intercept("close", .callback(response) { result in result.outcome.reportedFailure }) {
            base.close(name, response: $0)
        }
    }
}
