// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client whose asynchronous methods return their errors, and whose callbacks are not answers.
public final class MarketClient: Client, @unchecked Sendable {
    /// A queue runs closures, and issues no requests.
    public let queue = WorkQueue()
    /// The delegate only answers questions, so that it receives the end of no request.
    public weak var delegate: MarketDelegate?

    public func price(of name: String) async -> Result<String, Refused> { await sent("price") }

    public func stock(of name: String) async -> Result<Int, any Error> {
        await sent("stock").map(\.count).mapError { $0 }
    }

    /// The hint has the result of a rejected request.
    public func value(_ error: String) async -> Result<String, Refused> { await sent("value") }

    private func sent(_ name: String) async -> Result<String, Refused> {
        do { return .success(try await script.send(name)) } catch {
            return .failure(Refused("\(error)"))
        }
    }

    /// The error always comes, also after a success.
    public func balance(of name: String) async -> (name: String, error: Refused) {
        (name, await sent("balance").reportedFailure as? Refused ?? .success)
    }

    public func quote() async throws -> (String?, (any Error)?) {
        let result = await sent("quote")
        return (try? result.get(), result.reportedFailure)
    }

    public func offer(error: Int) async -> (any Error)? { await sent("offer").reportedFailure }

    /// The property `error` of the receipt is no `Error`.
    public func receipt() async -> Receipt {
        Receipt(error: await sent("receipt").reportedFailure.map { Problem(text: "\($0)") })
    }

    public func search() async -> Search {
        await sent("search").reportedFailure.map { .error($0) } ?? .resultList([])
    }

    /// Needs a hint: only the status shows a failure.
    public func page() async -> (String?, HTTPURLResponse?) {
        let text = try? await sent("page").get()
        let url = URL(fileURLWithPath: "/")
        let status = text == nil ? 404 : 200
        return (
            text, HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        )
    }

    /// The method throws its errors, so that the receipt of another request may have an error.
    public func oldReceipt() async throws -> Receipt {
        _ = try await script.send("oldReceipt")
        return Receipt(error: Problem(text: "old"))
    }

    public func clear() {}
    public func completeOrders(completion: @escaping ([String]) -> Void) {}
    public func cancelOrders(where isMeant: @escaping (String) -> Bool) {}
    public func watchPrices() -> AsyncStream<String> { AsyncStream { $0.finish() } }

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

extension Refused { public static let success = Refused("") }

public final class Pledge: Sendable {
    public func then(_ success: @escaping (String) -> Void) -> Pledge { self }
}

public protocol MarketDelegate: AnyObject { func shouldClear() -> Bool }

public protocol Order: Sendable {}

public struct SmallOrder: Order { public init() {} }

public struct WorkQueue: Sendable { public func execute(_ work: @escaping () -> Void) { work() } }
