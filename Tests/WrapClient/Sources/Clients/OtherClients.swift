// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception

/// A generic class.
public final class GenericClient<Item: Sendable>: @unchecked Sendable {
    public enum Order: Sendable { case up, down }

    public let script: ScriptedClient<Item>

    public init(_ script: ScriptedClient<Item>) { self.script = script }

    public func items(_ order: Order, completion: @escaping (Result<Item, Error>) -> Void) {
        script.send("items", completion: completion)
    }

    public func item<Key: Hashable>(for key: Key, completion: @escaping (Item?, Error?) -> Void) {
        script.send("item", completion: completion)
    }
}

public protocol Shelved { associatedtype Content }

/// A generic class whose parameter is bound to its own associated type.
public final class TiedClient<Item: Shelved> where Item.Content == Item {
    public func clear(done: @escaping (Error?) -> Void) {}
}

extension GenericClient where Item == String {
    public func text(_ order: Order, completion: @escaping (Result<Item, Error>) -> Void) {
        script.send("text", completion: completion)
    }
}

/// A client with static methods only.
public enum StaticClient {
    // Safe: set before the methods are called.
    public nonisolated(unsafe) static var script = ScriptedClient<String>()

    public static func get(_ path: String, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("get", completion: completion)
    }

    public static func user() async throws -> String {
        try await script.send("user")
    }
}

/// A client that is made of closures.
public struct ClosureClient: Sendable {
    public var user: @Sendable (Int) async throws -> String
    public var send: @Sendable (String, @escaping @Sendable (Result<String, Error>) -> Void) -> Void
    public var log: @Sendable (String) -> Void

    public init(_ script: ScriptedClient<String>) {
        user = { _ in try await script.send("user") }
        send = { script.send("send", completion: $1) }
        log = { _ in }
    }
}

/// A protocol of several clients.
public protocol Networking: Sendable {
    var baseURL: String { get set }

    func get(_ path: String, completion: @escaping @Sendable (Result<String, Error>) -> Void)
    func user() async throws -> String
    func with(header: String) -> Self
}

extension Networking {
    /// Calls a requirement, and needs no wrapper.
    public func getFeed(completion: @escaping @Sendable (Result<String, Error>) -> Void) {
        get("feed", completion: completion)
    }
}

public struct Network: Networking {
    public var baseURL = "https://example.com"
    public let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func get(
        _ path: String,
        completion: @escaping @Sendable (Result<String, Error>) -> Void
    ) {
        script.send("get", completion: completion)
    }

    public func user() async throws -> String { try await script.send("user") }
    public func with(header: String) -> Network { self }
}

/// A protocol with an associated type.
public protocol Storing<Item>: AnyObject {
    associatedtype Item: Sendable

    func load(completion: @escaping (Result<Item, Error>) -> Void)
}

public final class Store: Storing {
    public let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func load(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("load", completion: completion)
    }
}

/// A class for which the command writes a subclass, because other code creates its instances.
open class OpenClient: @unchecked Sendable {
    public let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>) { self.script = script }

    open func get(_ path: String = "feed", completion: @escaping (Result<String, Error>) -> Void) {
        script.send("get", completion: completion)
    }

    open func user() async throws -> String { try await script.send("user") }
    open func title() -> String { "open" }

    public final func closed(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("closed", completion: completion)
    }
}

/// A class that intercepts its requests itself, and needs no wrapper.
public final class OwnClient: RequestIntercepting {
    public let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func get(completion: @escaping (Result<String, Error>) -> Void) {
        intercept("get", .completion(completion)) { completion in
            self.script.send("get", completion: completion)
        }
    }
}
