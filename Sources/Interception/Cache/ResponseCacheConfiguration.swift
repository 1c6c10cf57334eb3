public import Foundation

// The settings of a response cache.
extension ResponseCache {
    /// The settings of a ``ResponseCache``, each with a default.
    public struct Configuration: Sendable {
        /// The version of the app; a response that another version has stored is not returned.
        ///
        /// The default is the version and the build number of the main bundle, or an empty string if the bundle has
        /// neither.
        public var appVersion = ["CFBundleShortVersionString", "CFBundleVersion"]
            .compactMap { Bundle.main.object(forInfoDictionaryKey: $0) as? String }
            .joined(separator: "+")

        /// The names of header fields that affect the response, such as `Accept-Language`, ignoring case.
        ///
        /// Fields that the server names in `Vary` always affect the response.
        public var keyHeaders: Set<String> = []

        /// The names of query items that do not affect the response, such as a timestamp.
        public var ignoredQueryItems: Set<String> = []

        /// The closure that returns the part of a body that affects the response; by default the whole body.
        ///
        /// The closure is called for requests with a body, on the thread that uses the cache.
        public var keyBody: @Sendable (Data) -> Data = { $0 }

        /// The approximate maximum number of bytes of all files, by default 50 MB.
        ///
        /// Above the maximum, the least recently used responses are removed. A single response that exceeds the
        /// maximum is not stored. Each process that stores in the folder may exceed the maximum by a tenth. Files
        /// that are being written are not included.
        public var maximumSize = 50_000_000

        /// A Boolean value that indicates whether requests with credentials are cached, by default `false`.
        ///
        /// Credentials are the header fields `Authorization`, `Cookie` and `Proxy-Authorization`, and a user or a
        /// password in the URL. Header fields that a session adds to every request are included.
        ///
        /// If ``ResponseCache/user`` is set, the cache separates such requests by user, otherwise by these header
        /// fields. In both cases the cache separates such requests by URL.
        ///
        /// The cache does not know the credentials that a session adds later: cookies of its cookie storage, and
        /// its responses to an authentication challenge. Set the user if a session adds such credentials.
        ///
        /// Without a user, a response that varies by cookies is not stored for a request whose cookies are
        /// unknown. If such a request needs no cookies, set its `httpShouldHandleCookies` to `false`.
        public var storesAuthorizedRequests = false

        /// A Boolean value that indicates whether `Cache-Control: no-store` is ignored, by default `false`.
        public var storesNoStore = false

        package var now: @Sendable () -> Date = { Date() }

        /// Creates a configuration with the default settings.
        public init() {}
    }
}
