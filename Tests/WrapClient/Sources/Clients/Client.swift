// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// The base class of the clients, whose requests a script answers.
open class Client: @unchecked Sendable {
    // Safe: set once; the script may be used from anywhere.
    public let script: ScriptedClient<String>

    public init(_ script: ScriptedClient<String>) {
        self.script = script
    }
}

/// A client whose members other clients inherit.
open class PatientClient: Client, @unchecked Sendable {
    /// The maximum duration of a request.
    public var patience: TimeInterval = 60

    public func ping(_ host: String, completion: @escaping (Error?) -> Void) {
        script.send("ping") { (_: String?, error: Error?) in completion(error) }
    }
}

/// An error type of the clients.
public struct Refused: LocalizedError, Equatable {
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// A response that a callback gets beside the data.
public final class Response: Sendable { public init() {} }
