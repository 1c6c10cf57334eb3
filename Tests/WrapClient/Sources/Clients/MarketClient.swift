// Old clients have few comments.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception

/// A client whose asynchronous methods return results, and whose callbacks are no answers.
public final class MarketClient: Client, @unchecked Sendable {
    /// A queue runs closures, and issues no requests.
    public let queue = WorkQueue()
    /// The delegate only answers questions, so that it receives the end of no request.
    public weak var delegate: MarketDelegate?

    // MARK: - Results

    public func price(of name: String) async -> Result<String, Refused> {
        do { return .success(try await script.send("price")) } catch {
            return .failure(Refused("\(error)"))
        }
    }

    public func stock(of name: String) async -> Result<Int, any Error> {
        do { return .success(try await script.send("stock").count) } catch {
            return .failure(error)
        }
    }

    public func open(of name: String) async -> Result<Void, Refused> {
        await price(of: name).map { _ in }
    }

    /// The hint has the result of a rejected request.
    public func value(_ error: String) async -> Result<String, Refused> {
        do { return .success(try await script.send("value")) } catch {
            return .failure(Refused("\(error)"))
        }
    }

    // MARK: - No requests

    public func clear() {}

    public func completeOrders(completion: @escaping ([String]) -> Void) {}

    public func cancelOrders(where isMeant: @escaping (String) -> Bool) {}

    public func watchPrices() -> AsyncStream<String> { AsyncStream { $0.finish() } }

    // MARK: - Other declarations

    /// A promise of a request that has begun, which stays by hand.
    public func pledge() -> Pledge { Pledge() }

    /// A chain: the next call is a request.
    public func checked(_ isValid: @escaping (String) -> Bool) -> MarketClient { self }

    public func price(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("price", completion: completion)
    }

    /// The generic parameter hides a protocol of the module.
    public func send<Order: Clients.Order>(
        _ order: Order,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        script.send("send", completion: completion)
    }
}

public final class Pledge: Sendable {
    public func then(_ success: @escaping (String) -> Void) -> Pledge { self }
}

public protocol MarketDelegate: AnyObject { func shouldClear() -> Bool }

public protocol Order: Sendable {}

public struct SmallOrder: Order { public init() {} }

public struct WorkQueue: Sendable { public func execute(_ work: @escaping () -> Void) { work() } }
