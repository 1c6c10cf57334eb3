// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// A client with default arguments, availability, and members of protocols and extensions.
public final class DefaultsClient: PatientClient, Timed, @unchecked Sendable {
    public enum Method: Sendable {
        case get, post

        public static let usual = Method.get
    }

    public static let patience = 5.0
    public static var headers: [String: String] { ["Accept": "*"] }

    public static var attempts = 3

    @usableFromInline static let hidden = 3

    @discardableResult
    public func send(
        _ path: String,
        method: Method = .usual,
        headers: [String: String] = DefaultsClient.headers,
        text: String = "a, b (\(1 + 2)) = \"c\"",
        file: StaticString = #fileID,
        timeout: TimeInterval = max(patience, 1),
        completion: @escaping (Result<String, Error>) -> Void = { _ in }
    ) -> Ticket {
        Ticket(script.send("send", completion: completion))
    }

    /// Other modules cannot name the default.
    public func retrying(
        retries: Int = hidden,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        script.send("retrying", completion: completion)
    }

    /// In language mode 6, other modules cannot name the default.
    public func attempting(
        attempts: Int = attempts,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        script.send("attempting", completion: completion)
    }

    @available(*, deprecated, message: "use \"send\"")
    public func old(completion: @escaping (Error?) -> Void) {
        script.send("old") { (_: String?, error: Error?) in completion(error) }
    }

    @available(iOS 17, macOS 14, *)
    public func new(completion: @escaping (Error?) -> Void) {
        script.send("new") { (_: String?, error: Error?) in completion(error) }
    }

    public subscript(_ key: String) -> String { key }

    public private(set) var count = 0
    public var title = "title"
    public var next: DefaultsClient? { nil }
    public func copy() -> DefaultsClient { self }
    public func rethrowing<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
    public func counted(_ count: inout Int) { count += 1 }
}

public protocol Timed { var script: ScriptedClient<String> { get } }

extension Timed {
    /// A requirement of the protocol.
    public func time(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("time", completion: completion)
    }
}
