// A module that belongs to the main actor by default: scripts/wrappers records its symbol graph.

/// Belongs to the main actor without saying so, all but one method.
open class ScreenClient {
    /// Makes a client.
    public init() {}

    /// Belongs to the main actor.
    open func load(completion: @escaping (Result<String, any Error>) -> Void) {}

    /// Belongs to no actor.
    nonisolated open func free(completion: @escaping @Sendable (Result<String, any Error>) -> Void)
    {}
}

/// A client that belongs to no actor.
nonisolated open class FreeClient {
    /// Makes a client.
    public init() {}

    /// Belongs to no actor.
    open func load(completion: @escaping (Result<String, any Error>) -> Void) {}
}

/// Requirements that belong to no actor.
nonisolated public protocol FreeLoading {
    /// Belongs to no actor.
    func load(completion: @escaping (Result<String, any Error>) -> Void)
}
