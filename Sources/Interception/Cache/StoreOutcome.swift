/// The result of storing a response in a ``ResponseCache``.
package enum StoreOutcome: String, CustomStringConvertible {
    case stored
    case notCacheable = "the request is not cached"
    /// The response is not an HTTP response, its status is not 200 to 299, or the response is partial (206).
    case notSuccessful = "the response is not a whole success"
    case noStore = "it must not be stored"
    /// The response has `Vary: *`, or has `Vary: Cookie` while the cookies of the request are unknown.
    ///
    /// Cookies are unknown if the cache has no ``ResponseCache/user``, and the session may add cookies to the request.
    case varies = "the response answers this request only"
    case tooLarge = "the response is too large"
    /// The user or the version has changed, or the cache was emptied, after the request was sent.
    case outdated = "the response is of an earlier time"
    case noSpace = "the disk is full"
    case notWritten = "the file could not be written"

    package var description: String { rawValue }
}
