/// The result of storing a response in a ``ResponseCache``.
package struct StoreOutcome: Hashable, Sendable, CustomStringConvertible {
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

    package var description: String { kind.rawValue }

    package static let stored = StoreOutcome(kind: .stored)
    package static let notCacheable = StoreOutcome(kind: .notCacheable)
    /// The response is not an HTTP response, its status is not 200 to 299, or the response is partial (206).
    package static let notSuccessful = StoreOutcome(kind: .notSuccessful)
    package static let noStore = StoreOutcome(kind: .noStore)
    /// The response has `Vary: *`, or has `Vary: Cookie` while the cookies of the request are unknown.
    ///
    /// Cookies are unknown if the cache has no ``ResponseCache/user``, and the session may add cookies to the request.
    package static let varies = StoreOutcome(kind: .varies)
    package static let tooLarge = StoreOutcome(kind: .tooLarge)
    /// The user or the version has changed, or the cache was emptied, after the request was sent.
    package static let outdated = StoreOutcome(kind: .outdated)
    package static let noSpace = StoreOutcome(kind: .noSpace)
    package static let notWritten = StoreOutcome(kind: .notWritten)
}
