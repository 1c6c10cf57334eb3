// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client MarketClient --hint 'completeOrders(completion:) = forward' --hint '-> Pledge* = skip' --hint 'value(_:) = rejection: .failure(Refused("\($0)"))' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<MarketClient> {
    var delegate: (any MarketDelegate)? {
        get { base.delegate }
        nonmutating set { base.delegate = newValue }
    }

    var queue: WorkQueue { base.queue }

    var script: ScriptedClient<String> { base.script }

    func cancelOrders(where isMeant: @escaping (String) -> Bool) {
        base.cancelOrders(where: isMeant)
    }

    func checked(_ isValid: @escaping (String) -> Bool) -> InterceptingClient<MarketClient> {
        InterceptingClient<MarketClient>(base.checked(isValid), settings: interceptionSettings)
    }

    func clear() {
        base.clear()
    }

    func completeOrders(completion: @escaping ([String]) -> Void) {
        base.completeOrders(completion: completion)
    }

    func open(of name: String) async -> Result<Void, Refused> {
        do {
            let value: Void = try await intercept("open") { try await base.open(of: name).get() }
            return .success(value)
        } catch let error as Refused {
            return .failure(error)
        } catch {
            // Rejected, and there is nothing else to return.
            return await base.open(of: name)
        }
    }

    func price(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("price", .completion(completion)) { base.price(completion: $0) }
    }

    func price(of name: String) async -> Result<String, Refused> {
        do {
            let value: String = try await intercept("price") {
                try await base.price(of: name).get()
            }
            return .success(value)
        } catch let error as Refused {
            return .failure(error)
        } catch {
            // Rejected, and there is nothing else to return.
            return await base.price(of: name)
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
            let value: Int = try await intercept("stock") { try await base.stock(of: name).get() }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    func value(_ error: String) async -> Result<String, Refused> {
        do {
            let value: String = try await intercept("value") { try await base.value(error).get() }
            return .success(value)
        } catch let error as Refused {
            return .failure(error)
        } catch {
            return .failure(Refused("\(error)"))
        }
    }

    // No request: its name says that AsyncStream<String> reports events.
    func watchPrices() -> AsyncStream<String> {
        base.watchPrices()
    }
}
