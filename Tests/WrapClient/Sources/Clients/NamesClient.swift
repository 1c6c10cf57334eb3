// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// Parameters with the names that the bodies of written methods use.
public final class NamesClient: Client, @unchecked Sendable {
    public func calls(
        call: Int,
        request: Int,
        interceptedCall: Int,
        completion: @escaping (Int, Result<String, Error>) -> Void
    ) {
        script.send("calls", completion: { completion(call, $0) })
    }

    public func based(
        base: Int,
        self name: String,
        intercept: Bool,
        interceptionSettings: Int,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        script.send("based", completion: completion)
    }

    public func captured(
        captured: Int,
        progress: @escaping @Sendable (_ progress: Double, _ first: Int, Int) -> Void
    ) async throws -> String {
        progress(1, 1, 1)
        return try await script.send("captured")
    }

    public func generic<Base>(
        _ base: Base.Type,
        completion: @escaping (Result<Base, Error>) -> Void
    ) where Base: Decodable & Sendable {
        script.send(
            "generic",
            completion: { result in
                completion(
                    result.flatMap { text in
                        Result { try JSONDecoder().decode(base, from: Data(text.utf8)) }
                    }
                )
            }
        )
    }

    /// Needs a hint: the error is in a case.
    public func chosen(completion: @escaping (Choice) -> Void) {
        script.send(
            "chosen",
            completion: { result in
                switch result {
                case .success(let value): completion(.taken(value))
                case .failure(let error): completion(.refused(code: 1, error))
                }
            }
        )
    }
}

/// A result type of the client.
public enum Choice {
    case taken(String)
    case refused(code: Int, Error)
}

/// One name for several methods, subscripts, and attributes.
public final class OverloadClient: Client, Adding, @unchecked Sendable {
    @usableFromInline static let retries = 3

    public func get(_ id: Int, done: @escaping (Bool, String?) -> Void) {
        script.send("get") { done($1 == nil, $0) }
    }

    public func get(_ name: String, done: @escaping (Int) -> Void) {
        script.send("get") { done($1 == nil ? 200 : 500) }
    }

    public func get(_ path: URL, done: @escaping (Error?) -> Void) {
        script.send("get") { (_: String?, error: Error?) in done(error) }
    }

    public func retry(times: Int = retries, completion: @escaping (Error?) -> Void) {
        retry(completion: completion)
    }

    /// An overload, without the parameter whose default value the wrapper cannot name.
    public func retry(completion: @escaping (Error?) -> Void) {
        script.send("retry") { (_: String?, error: Error?) in completion(error) }
    }

    public func add(_ number: Int, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("add", completion: completion)
    }

    public subscript<Key: Hashable>(key key: Key, newValue: Int) -> Int where Key: Comparable {
        get { newValue }
        set {}
    }

    public subscript(path: String, completion: (Result<String, Error>) -> Void) -> Int { 0 }
    public subscript(later path: String, completion: @escaping (Error?) -> Void) -> Int { 0 }

    public func built(
        @Lines lines: @escaping () -> [String],
        @Trimmed name: String,
        completion: @escaping (Error?) -> Void
    ) {
        script.send("built") { (_: String?, error: Error?) in completion(error) }
    }

    @Lines
    public func lines() -> [String] { "one" }

    public func opened(_ door: consuming Door, completion: @escaping (Error?) -> Void) {}
    public func keyed(_ door: borrowing Door) -> Int { 1 }
    public func all(_ handlers: [(Error?) -> Void]) {}
}

public protocol Adding { var script: ScriptedClient<String> { get } }

extension Adding {
    /// An overload of a method of the client.
    public func add(_ text: String, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("addText", completion: completion)
    }
}

@resultBuilder
public enum Lines { public static func buildBlock(_ lines: String...) -> [String] { lines } }

@propertyWrapper
public struct Trimmed {
    public var wrappedValue: String

    public init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }
}

/// Cannot be copied.
public struct Door: ~Copyable { public init() {} }
