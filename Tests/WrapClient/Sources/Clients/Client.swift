// Old clients have few comments.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// What all classes here inherit from: their requests are answered by a script.
open class Client: @unchecked Sendable {
    // Safe: set once; the script may be used from anywhere.
    public let script: ScriptedClient<String>

    /// How long a request may take.
    public var patience: TimeInterval = 60

    public init(_ script: ScriptedClient<String>) {
        self.script = script
    }

    /// Is inherited by every client.
    public func ping(_ host: String, completion: @escaping (Error?) -> Void) {
        script.send("ping") { (_: String?, error: Error?) in completion(error) }
    }
}

/// An error of the clients' own.
public struct Refused: LocalizedError, Equatable {
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// The answer that comes beside the data.
public final class Response: Sendable {
    public init() {}
}
