// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client MarketClient --hint 'completeOrders(completion:) = forward' --hint '-> Pledge* = skip' --hint 'value(_:) = rejection: .failure(Refused("\($0)"))' --hint '(_, HTTPURLResponse?) = callback { _, response in (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError() }' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A failure of MarketClient with a value of the type Problem, which is not an `Error`.
// The client passes the value to its callback, and nothing changes it afterwards.
struct MarketClientProblem: Error, @unchecked Sendable {
    let value: Problem
}

nonisolated extension InterceptingClient<MarketClient> {
    var delegate: (any MarketDelegate)? {
        get { base.delegate }
        nonmutating set { base.delegate = newValue }
    }

    var queue: WorkQueue { base.queue }

    var script: ScriptedClient<String> { base.script }

    func balance(of name: String) async -> (name: String, error: Refused) {
        do {
            return try await intercept(
                "balance",
                error: { _, error in error == .success ? nil : error }
            ) {
                await base.balance(of: name)
            }
        } catch {
            // The request was rejected, but the method has to return a value.
            return await base.balance(of: name)
        }
    }

    func cancelOrders(where isMeant: @escaping (String) -> Bool) {
        base.cancelOrders(where: isMeant)
    }

    func checked(_ isValid: @escaping (String) -> Bool) -> InterceptingClient<MarketClient> {
        InterceptingClient<MarketClient>(base.checked(isValid), settings: interceptionSettings)
    }

    func clear() { base.clear() }

    func completeOrders(completion: @escaping ([String]) -> Void) {
        base.completeOrders(completion: completion)
    }

    func offer(error: Int) async -> (any Error)? {
        do {
            return try await intercept("offer", error: { error in error }) {
                await base.offer(error: error)
            }
        } catch {
            return error
        }
    }

    func oldReceipt() async throws -> Receipt {
        try await intercept("oldReceipt") { try await base.oldReceipt() }
    }

    func page() async -> (String?, HTTPURLResponse?) {
        do {
            return try await intercept(
                "page",
                error: { _, response in
                    (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError()
                }
            ) {
                await base.page()
            }
        } catch {
            // The request was rejected, but the method has to return a value.
            return await base.page()
        }
    }

    func price(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("price", .completion(completion)) { base.price(completion: $0) }
    }

    func price(of name: String) async -> Result<String, Refused> {
        do {
            return try await intercept("price", error: { result in result.reportedFailure }) {
                await base.price(of: name)
            }
        } catch {
            // The request was rejected, but the method has to return a value.
            return await base.price(of: name)
        }
    }

    func quote() async throws -> (String?, (any Error)?) {
        try await intercept("quote", error: { _, error in error }) { try await base.quote() }
    }

    func receipt() async -> Receipt {
        do {
            return try await intercept(
                "receipt",
                error: { result in result.error.map { MarketClientProblem(value: $0) } }
            ) {
                await base.receipt()
            }
        } catch {
            // The request was rejected, but the method has to return a value.
            return await base.receipt()
        }
    }

    func search() async -> Search {
        do {
            return try await intercept(
                "search",
                error: { first in if case .error(let error) = first { error } else { nil } }
            ) {
                await base.search()
            }
        } catch {
            return .error(error)
        }
    }

    func send<Order>(
        _ order: Order,
        completion: @escaping (Result<String, any Error>) -> Void
    ) where Order: Clients.Order {
        intercept("send", .completion(completion)) { base.send(order, completion: $0) }
    }

    func stock(of name: String) async -> Result<Int, any Error> {
        do {
            return try await intercept("stock", error: { result in result.reportedFailure }) {
                await base.stock(of: name)
            }
        } catch {
            return .failure(error)
        }
    }

    func value(_ error: String) async -> Result<String, Refused> {
        do {
            return try await intercept("value", error: { result in result.reportedFailure }) {
                await base.value(error)
            }
        } catch {
            return .failure(Refused("\(error)"))
        }
    }

    // watchPrices() is not a request: its name says that AsyncStream<String> reports events.
    func watchPrices() -> AsyncStream<String> { base.watchPrices() }
}
