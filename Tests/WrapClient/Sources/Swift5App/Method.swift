/// A method of a wrapped client, and its expected behaviour.
struct Method {
    /// The effect of a failed or a missing answer on the group.
    enum Failure { case reported, hidden }

    /// The effect of a call in a cancelled group.
    enum Rejection {
        /// The callback or the caller of the method gets an error.
        case reported
        /// The callbacks of the method record these notes, `finally` last.
        case ended([String])
        /// Only the group gets an error.
        case unreported
        /// The request is started nevertheless, and cancelled if its client can cancel requests.
        case started(isCancelled: Bool = false)
    }

    let name: String
    /// The name of the request in the script.
    let label: String
    var failure = Failure.reported
    var rejection = Rejection.reported
    /// Whether a second answer calls the callback a second time.
    var mayComeTwice = true
    /// The number of callbacks that one answer calls.
    var notes = 1
    /// Calls the method, and records its result.
    let call: @MainActor (ScriptedClient<String>, Notes) async -> Void

    init(
        _ name: String,
        label: String? = nil,
        failure: Failure = .reported,
        rejection: Rejection = .reported,
        mayComeTwice: Bool = true,
        notes: Int = 1,
        call: @escaping @MainActor (ScriptedClient<String>, Notes) async -> Void
    ) {
        self.name = name
        self.label = label ?? name.split(separator: ".").last.map(String.init) ?? name
        self.failure = failure
        self.rejection = rejection
        self.mayComeTwice = mayComeTwice
        self.notes = notes
        self.call = call
    }

    /// Creates an asynchronous method, whose answer its caller awaits.
    static func awaited<Value>(
        _ name: String,
        label: String? = nil,
        failure: Failure = .reported,
        rejection: Rejection = .reported,
        call: @escaping @MainActor (ScriptedClient<String>) async throws -> Value
    ) -> Method {
        Method(name, label: label, failure: failure, rejection: rejection, mayComeTwice: false) {
            script,
            notes in
            await notes.end { try await call(script) }
        }
    }
}

/// A difference between the expected and the actual behaviour of a method.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
