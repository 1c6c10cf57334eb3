// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client whose declarations show only a part of the contract of its callbacks.
public final class ContractClient: Client, @unchecked Sendable {
    public weak var delegate: ContractDelegate?
    public let pages = Pages()

    // MARK: - Listeners

    public func observe(_ path: String, handler: @escaping (Result<String, Error>) -> Void) {}

    public func subscribe(to path: String, handler: @escaping (String?, Error?) -> Void) -> Ticket {
        Ticket(script.send(path, completion: handler))
    }

    public func addPathListener(_ block: @escaping (Error?) -> Void) {}
    public func open(_ path: String, onEvent: @escaping (Result<String, Error>) -> Void) {}

    public func changes(_ block: @escaping (Error?) -> Void) -> PathRegistration {
        PathRegistration()
    }

    public func events() -> PathEvents { PathEvents() }

    public func subscribeToList(
        _ name: String,
        success: @escaping (String) -> Void,
        failure: @escaping (Error) -> Void
    ) {
        script.send("subscribeToList", success: success, failure: failure)
    }

    // MARK: - Answers

    public func fetch(
        _ path: String,
        policy: ReadPolicy = .cacheFirst,
        handler: @escaping (Result<String, Error>) -> Void
    ) {
        script.send("fetch", completion: handler)
        if policy == .cacheThenNetwork { handler(.success("cached")) }
    }

    /// Calls its callback with the answer of the cache, and then with the answer of the server.
    public func refresh(
        _ path: String,
        policy: ReadPolicy = .cacheThenNetwork,
        handler: ((Result<Page, Error>) -> Void)?
    ) {
        if policy == .cacheThenNetwork { handler?(.success(Page(source: .cache))) }
        script.send("refresh") { (result: Result<String, Error>) in
            handler?(result.map { _ in Page(source: .server) })
        }
    }

    /// Calls its callback for progress and for the end.
    public func upload(_ path: String, onStep: @escaping (Step) -> Void) {
        onStep(.progress(0.5))
        script.send("upload") { onStep($1.map { .failed($0) } ?? .finished($0 ?? "")) }
    }

    /// Returns the answer at once without a callback.
    @discardableResult
    public func load(_ path: String, completion: ((Result<String, Error>) -> Void)? = nil) -> String
    {
        guard let completion else { return "at once" }
        script.send("load", completion: completion)
        return ""
    }

    /// Returns the report at once without a callback.
    @discardableResult
    public func report(_ path: String, handler: ((Report) -> Void)? = nil) -> Report {
        guard let handler else { return Report(error: nil) }
        script.send("report") { handler(Report(error: $1)) }
        return Report(error: nil)
    }

    public func summary(_ path: String, handler: @escaping (Report) -> Void) {
        script.send("summary") { handler(Report(error: $1)) }
    }

    public func legacy(
        _ path: String,
        handler: ((_ text: String?, _ error: LegacyFailure?) -> Void)?
    ) {
        script.send("legacy") { handler?($0, $1.map { LegacyFailure.refused("\($0)") }) }
    }

    public func legacyNumber(_ path: String, then: @escaping (Int?, LegacyFailure?) -> Void) {
        script.send("legacyNumber") {
            then($0.map(\.count), $1.map { LegacyFailure.refused("\($0)") })
        }
    }

    public func flagged(_ path: String, done: @escaping (Bool, Int) -> Void) {
        script.send("flagged") { done($1 == nil, $0?.count ?? 0) }
    }

    public func flaggedAgain(_ path: String, done: @escaping (Bool, Int) -> Void) {
        script.send("flaggedAgain") { done($1 == nil, $0?.count ?? 0) }
    }

    public func unclear(_ path: String, first: ((Int) -> Void)?, second: ((Bool) -> Void)?) {}

    // MARK: - Handles

    public func download(
        taskUpdated: ((String) -> Void)? = nil,
        completion: @escaping (Result<String, Error>) -> Void
    ) -> Stopper {
        taskUpdated?("started")
        return Stopper(script.send("download", completion: completion))
    }

    public func session(
        completion: @escaping (Result<String, Error>) -> Void
    ) -> SessionTaskProtocol {
        script.send("session", completion: completion)
        return URLSession.shared.dataTask(with: URL(fileURLWithPath: "/"))
    }

    public func cancelAll() {}

    // MARK: - Clients that leave the wrapper

    public func folder(_ name: String, completion: @escaping (Result<Folder, Error>) -> Void) {
        script.send("folder") { (result: Result<String, Error>) in
            completion(result.map { _ in Folder() })
        }
    }

    public func folders() async throws -> [Folder] { [Folder()] }
    public func root() -> Folder { Folder() }
    public func copied() async throws -> ConformingLater { ConformingLater() }
}

public protocol ContractDelegate: AnyObject {}

public enum ReadPolicy { case cacheFirst, cacheThenNetwork }

public struct Page: Sendable {
    public enum Source: Sendable { case cache, server }

    public let source: Source
}

public enum Step {
    case progress(Double)
    case finished(String)
    case failed(Error)
}

public struct Report { public let error: Error? }

/// A failure that is no `Error`.
public enum LegacyFailure { case refused(String) }

public final class PathRegistration { public func remove() {} }

public struct PathEvents: AsyncSequence, Sendable {
    public struct AsyncIterator: AsyncIteratorProtocol {
        public mutating func next() async throws -> String? { nil }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// A handle whose cancel method is not named cancel.
public final class Stopper {
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func stop() { request.cancel() }
}

/// A handle that only its class can cancel.
public protocol SessionTaskProtocol { func resume() }

extension URLSessionDataTask: SessionTaskProtocol {}

public final class Folder: Sendable {
    public func read(_ completion: @escaping (Result<String, Error>) -> Void) {}
}

/// A client all of whose methods return chains.
public final class Pages: Sendable {
    public func page(_ name: String) -> PageRequest { PageRequest() }
}

public final class PageRequest {
    @discardableResult
    public func response(_ completion: @escaping (Result<String, Error>) -> Void) -> Self { self }
}

public struct ConformingLater { public var number = 1 }

extension ConformingLater: Codable {}

/// A client with a generic parameter that is named like the wrapper's.
public struct Boxed<Base: Sendable>: Sendable {
    private let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>, _ base: Base) { self.script = script }

    public func load(_ base: Base, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("load", completion: completion)
    }
}

/// A client with static methods that return a client or an array of clients.
public enum Portal {
    public static func folder(_ name: String) -> Folder { Folder() }
    public static func folders() -> [Folder] { [Folder()] }

    public static func network(_ script: ScriptedClient<String>) -> any Networking {
        Network(script)
    }

    public static func networks() -> [any Networking] { [] }
    public static func numberOfFolders() -> Int { 1 }
}

/// A type whose nested type has the methods.
public enum Ledger {
    public struct Accounts {
        private let script: ScriptedClient<String>

        public init(_ script: ScriptedClient<String>) { self.script = script }

        public func balance(of name: String, response: @escaping (Reply<Int>) -> Void) throws {
            guard !name.isEmpty else { throw Refused("no name") }
            script.send("balance") { response(Reply(value: $0?.count, error: $1)) }
        }

        public func close(_ name: String, response: @escaping (Closing) -> Void) {
            script.send("close") { (result: Result<String, Error>) in
                response(Closing(outcome: result.map { _ in }))
            }
        }
    }

    public struct Reply<Value> {
        public let value: Value?
        public let error: Error?
    }

    public struct Closing {
        public let outcome: Result<Void, Error>
    }
}

/// A client that has another client in a property.
public final class Gallery {
    public let loader: OpenClient

    public init(loader: OpenClient) { self.loader = loader }
    public func show(_ completion: @escaping (Result<String, Error>) -> Void) {}
}

/// A protocol with an alias for its callbacks, which inherits a protocol of another module.
public protocol Sending: Hashable {
    typealias Handler<Value> = (Result<Value, Error>) -> Void

    func deliver(_ path: String, done: @escaping Handler<String>)
}

public struct Sender: Sending, @unchecked Sendable {
    private let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func deliver(_ path: String, done: @escaping Handler<String>) {
        script.send("deliver", completion: done)
    }

    public func copied(done: @escaping (Result<Self, Error>) -> Void) {
        script.send("copied") { (result: Result<String, Error>) in done(result.map { _ in self }) }
    }

    public static func == (left: Sender, right: Sender) -> Bool { left.script === right.script }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(script)) }
}
