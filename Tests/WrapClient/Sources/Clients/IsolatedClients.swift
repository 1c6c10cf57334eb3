// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception

/// A client of the main actor, with one nonisolated method.
@MainActor
public final class MainClient {
    public let script: ScriptedClient<String>
    public var title = "title"

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func load(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("load", completion: completion)
    }

    public func user() async throws -> String { try await script.send("user") }

    public func ticket(completion: @escaping (Result<String, Error>) -> Void) -> Ticket {
        Ticket(script.send("ticket", completion: completion))
    }

    /// Needs a hint: cancelled by the client, on the main actor.
    public func number(completion: @escaping (Result<String, Error>) -> Void) -> Int {
        script.send("number", completion: completion)
        return 1
    }

    public func cancel(_ number: Int) {}

    /// Needs a hint: cancelled by the client, and returns nothing.
    public func upload(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("upload", completion: completion)
    }

    public func stop() {}

    public nonisolated func free(completion: @escaping @Sendable (Result<String, Error>) -> Void) {
        script.send("free", completion: completion)
    }

    @preconcurrency
    public func old(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("old", completion: completion)
    }

    public subscript(key: String) -> String { key }
}

/// A client that is neither `Sendable` nor isolated to an actor.
public final class PlainClient {
    public let script: ScriptedClient<String>
    private var requests: [ScriptedHandle] = []

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func number(completion: @escaping (Result<String, Error>) -> Void) -> Int? {
        requests.append(script.send("number", completion: completion))
        return requests.count - 1
    }

    public func cancel(_ number: Int) { requests[number].cancel() }

    public func upload(completion: @escaping (Result<String, Error>) -> Void) {
        requests.append(script.send("upload", completion: completion))
    }

    public func stop() {
        for request in requests { request.cancel() }
    }
}

/// An actor with callbacks, some of which only the caller's actor can call.
public actor ActorClient {
    public let script: ScriptedClient<String>
    public var count = 0

    public init(_ script: ScriptedClient<String>) { self.script = script }

    public func user(_ id: Int) async throws -> String {
        count += 1
        return try await script.send("user")
    }

    public func forget() { count = 0 }

    /// Only a value that no other code uses can be passed to the actor.
    public func remember(_ value: some Encodable) { count += 1 }
    public func send<Value>(_ parcel: Parcelled<Value>) async throws -> Int { 1 }
    public func load(completion: @escaping @Sendable (Result<String, Error>) -> Void) {}

    public nonisolated func free(completion: @escaping @Sendable (Result<String, Error>) -> Void) {
        script.send("free", completion: completion)
    }

    public func keep(_ client: MutableBox) {}

    public typealias Handler = @Sendable (String) async throws -> Void

    /// The alias of the handler's type is `@Sendable`.
    public func handle(_ handler: @escaping Handler) {}

    public func on(
        isolation: isolated (any Actor)? = #isolation,
        path: String
    ) async throws -> String { "" }
}

/// A generic type that is `Sendable` for every generic argument.
public struct Parcelled<Value>: @unchecked Sendable { public init() {} }

public final class MutableBox {
    public var value = 0

    public init() {}
}

/// A class for which the command writes a subclass, with hints.
open class OpenRequests: @unchecked Sendable {
    public let script: ScriptedClient<String>
    public var name = "open"

    public init(_ script: ScriptedClient<String>) { self.script = script }

    open func number(completion: @escaping (Result<String, Error>) -> Void) -> Int {
        script.send("number", completion: completion)
        return 1
    }

    open func stop(_ number: Int) {}

    open func flag(
        _ path: String,
        `super`: Int,
        done: @escaping (Bool, String?) -> Void
    ) {
        script.send("flag") { done($1 == nil, $0) }
    }

    open var send: (@escaping (Error?) -> Void) -> Void = { _ in }
    open class func shared(completion: @escaping (Error?) -> Void) {}
    open var users: CompletionClient { CompletionClient(script) }
    open var latest: String { get async throws { try await script.send("latest") } }
}

/// A class that only its own module can subclass.
public class ClosedClient {
    public init() {}
    public func get(completion: @escaping (Error?) -> Void) {}
}
