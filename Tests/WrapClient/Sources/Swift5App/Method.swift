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
    let failure: Failure
    let rejection: Rejection
    /// Whether a second answer calls the callback a second time.
    let mayComeTwice: Bool
    /// The number of callbacks that one answer calls.
    let notes: Int
    /// Calls the method, and records its result.
    let call: @MainActor (ScriptedClient<String>, Notes) async -> Void
}

/// A wrapped client, whose methods are listed with their expected behaviour.
@MainActor struct ListedClient<Client> {
    let name: String
    /// Makes the wrapped client.
    let make: @MainActor (ScriptedClient<String>) -> Client

    init(_ name: String, _ make: @escaping @MainActor (ScriptedClient<String>) -> Client) {
        self.name = name
        self.make = make
    }

    /// Wraps a client, and names it by its type without generic arguments.
    init<Base>(_ make: @escaping @MainActor (ScriptedClient<String>) -> Base)
    where Client == InterceptingClient<Base> {
        let name = String("\(Base.self)".prefix { $0 != "<" })
        self.init(name) { InterceptingClient(make($0)) }
    }

    /// Returns a method of the client, which `call` calls.
    ///
    /// The name of its request is `label`, or else that of the method.
    func method(
        _ name: String,
        label: String? = nil,
        failure: Method.Failure = .reported,
        rejection: Method.Rejection = .reported,
        mayComeTwice: Bool = true,
        notes: Int = 1,
        call: @escaping @MainActor (Client, Notes) async -> Void
    ) -> Method {
        Method(
            name: "\(self.name).\(name)",
            label: label ?? name,
            failure: failure,
            rejection: rejection,
            mayComeTwice: mayComeTwice,
            notes: notes
        ) { [make] script, notes in
            await call(make(script), notes)
        }
    }

    /// Returns an asynchronous method, whose answer its caller awaits.
    func awaited<Value>(
        _ name: String,
        label: String? = nil,
        failure: Method.Failure = .reported,
        rejection: Method.Rejection = .reported,
        call: @escaping @MainActor (Client) async throws -> Value
    ) -> Method {
        method(
            name,
            label: label,
            failure: failure,
            rejection: rejection,
            mayComeTwice: false
        ) { client, notes in
            await notes.end { try await call(client) }
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
