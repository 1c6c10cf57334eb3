/// What became of a response that was handed to a ``ResponseCache``.
public struct StoreOutcome: Hashable, Sendable, CustomStringConvertible {
    /// The outcome as words for logs.
    public let description: String

    /// The response is in the cache.
    public static let stored = StoreOutcome(description: "stored")
    /// Such a request is never cached: see ``ResponseCache/isCacheable(_:)``.
    public static let notCacheable = StoreOutcome(description: "the request is not cached")
    /// The response is not one of HTTP, its status is not 200 to 299, or it is a part (206).
    public static let notSuccessful = StoreOutcome(
        description: "the response is not a whole success"
    )
    /// The request or the response says `Cache-Control: no-store`.
    public static let noStore = StoreOutcome(description: "it must not be stored")
    /// The response says `Vary: *`, so that it answers no other request; or `Vary: Cookie`, where the
    /// cache has no ``ResponseCache/user`` and the session adds the cookies on its own.
    public static let varies = StoreOutcome(description: "the response answers this request only")
    /// The response is larger than the whole cache may be.
    public static let tooLarge = StoreOutcome(description: "the response is too large")
    /// The user or the version has changed, or the cache has been emptied, since the request.
    public static let outdated = StoreOutcome(description: "the response is of an earlier time")
    /// The disk is full.
    public static let noSpace = StoreOutcome(description: "the disk is full")
    /// The system refused to write the file.
    public static let notWritten = StoreOutcome(description: "the file could not be written")
}
