/// The result of storing a response in a ``ResponseCache``.
package enum StoreOutcome: Sendable {
    case stored
    /// The request has no lifetime, or a property that excludes it from the cache.
    case notCacheable
    /// The response is not an HTTP response, its status is not 200 to 299, or the response is partial (206).
    case notSuccessful
    /// The request or the response has `Cache-Control: no-store`.
    case noStore
    /// The response has `Vary: *`, or has `Vary: Cookie` while the cookies of the request are unknown.
    ///
    /// Cookies are unknown if the cache has no ``ResponseCache/user``, and the session may add cookies to the request.
    case varies
    case tooLarge
    /// The user or the version has changed, or the cache was emptied, after the request was sent.
    case outdated
    case noSpace
    case notWritten
}
