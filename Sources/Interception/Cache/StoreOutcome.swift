/// The result of storing a response in a ``ResponseCache``.
public struct StoreOutcome: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
        case stored
        case notCacheable = "the request is not cached"
        case notSuccessful = "the response is not a whole success"
        case noStore = "it must not be stored"
        case varies = "the response answers this request only"
        case tooLarge = "the response is too large"
        case outdated = "the response is of an earlier time"
        case noSpace = "the disk is full"
        case notWritten = "the file could not be written"
    }

    private let kind: Kind

    /// The outcome, in words.
    public var description: String { kind.rawValue }

    /// The response is in the cache.
    public static let stored = StoreOutcome(kind: .stored)
    /// The cache accepts no request of this kind: see ``ResponseCache/isCacheable(_:)``.
    package static let notCacheable = StoreOutcome(kind: .notCacheable)
    /// The response is not an HTTP response, its status is not 200 to 299, or it is partial (206).
    package static let notSuccessful = StoreOutcome(kind: .notSuccessful)
    /// The request or the response says `Cache-Control: no-store`.
    package static let noStore = StoreOutcome(kind: .noStore)
    /// The response says `Vary: *`, or says `Vary: Cookie` while its cookies are unknown.
    ///
    /// Cookies are unknown if the cache has no ``ResponseCache/user`` and the session adds them to the request.
    package static let varies = StoreOutcome(kind: .varies)
    /// The response exceeds the maximum size of the cache.
    package static let tooLarge = StoreOutcome(kind: .tooLarge)
    /// The user or the version has changed, or the cache was emptied, after the request was sent.
    package static let outdated = StoreOutcome(kind: .outdated)
    /// The disk is full.
    package static let noSpace = StoreOutcome(kind: .noSpace)
    /// The system refused to write the file.
    package static let notWritten = StoreOutcome(kind: .notWritten)
}
