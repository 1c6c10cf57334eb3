// Old clients have few comments.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// A client whose declarations do not say what its callbacks promise.
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

    public func legacyPair(
        success: @escaping (String) -> Void,
        failure: @escaping (LegacyFailure) -> Void
    ) {
        script.send(
            "legacyPair",
            success: success,
            failure: { failure(LegacyFailure.refused("\($0)")) }
        )
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

public struct Report {
    public let error: Error?
}

/// A failure that is no `Error`.
public enum LegacyFailure { case refused(String) }

public final class PathRegistration {
    public func remove() {}
}

public struct PathEvents: AsyncSequence, Sendable {
    public struct AsyncIterator: AsyncIteratorProtocol {
        public mutating func next() async throws -> String? { nil }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// A handle that does not end in a method called cancel.
public final class Stopper {
    private let request: ScriptedRequest

    init(_ request: ScriptedRequest) { self.request = request }

    public func stop() { request.cancel() }
}

public final class Folder: Sendable {
    public func read(_ completion: @escaping (Result<String, Error>) -> Void) {}
}

/// Has nothing but methods that return chains.
public final class Pages: Sendable {
    public func page(_ name: String) -> PageRequest { PageRequest() }
}

public final class PageRequest {
    @discardableResult
    public func response(_ completion: @escaping (Result<String, Error>) -> Void) -> Self { self }
}

public struct ConformingLater { public var number = 1 }

extension ConformingLater: Codable {}

/// A generic parameter that is called like that of the wrapper.
public struct Boxed<Base: Sendable>: Sendable {
    private let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>, _ base: Base) { self.script = script }

    public func load(_ base: Base, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("load", completion: completion)
    }
}

/// Is `Sendable` whatever it is generic over.
public struct Parcelled<Value>: @unchecked Sendable {
    public init() {}
}

public actor ParcelActor {
    public init() {}

    public func send<Value>(_ parcel: Parcelled<Value>) async throws -> Int { 1 }
}

/// A class of Objective-C style, whose request carries a callback that may be unwrapped unseen.
public final class UnwrappedClient: Client, @unchecked Sendable {
    public func start(_ request: UnwrappedRequest) {
        script.send("start") { request.onEnd($0, $1) }
    }
}

public final class UnwrappedRequest: @unchecked Sendable {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var onEnd: ((String?, Error?) -> Void)!

    public init() {}
}

/// Has static methods, of which one returns a client.
public enum Portal {
    public static func folder(_ name: String) -> Folder { Folder() }

    public static func folders() -> [Folder] { [Folder()] }

    public static func numberOfFolders() -> Int { 1 }
}
