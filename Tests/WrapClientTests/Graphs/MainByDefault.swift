// A module that belongs to the main actor by default: scripts/wrappers records its symbol graph.

/// Belongs to the main actor without saying so, all but one method.
open class ScreenClient {
    /// Makes a client.
    public init() {}

    /// Belongs to the main actor.
    open func load(completion: @escaping (Result<String, any Error>) -> Void) {}

    /// Is cancelled by its number.
    open func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int { 1 }

    /// Is cancelled by a handle that belongs to the main actor.
    open func sending(completion: @escaping (Result<String, any Error>) -> Void) -> Sending {
        Sending()
    }

    /// Is cancelled by the client.
    open func upload(completion: @escaping (Result<String, any Error>) -> Void) {}

    /// Cancels a request by its number.
    open func cancel(_ number: Int) {}

    /// Cancels all of them.
    open func stop() {}

    /// Belongs to no actor.
    nonisolated open func free(completion: @escaping @Sendable (Result<String, any Error>) -> Void)
    {}
}

/// A handle that belongs to the main actor without saying so.
open class Sending {
    /// Ends the request.
    open func tearUp() {}
}

/// A client that belongs to no actor.
nonisolated open class FreeClient {
    /// Makes a client.
    public init() {}

    /// Belongs to no actor.
    open func load(completion: @escaping (Result<String, any Error>) -> Void) {}

    /// Is cancelled by its number.
    open func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int { 1 }

    /// Cancels a request by its number.
    open func cancel(_ number: Int) {}
}

/// Requirements that belong to no actor.
nonisolated public protocol FreeLoading {
    /// Belongs to no actor.
    func load(completion: @escaping (Result<String, any Error>) -> Void)
}
