public import Foundation

extension ResponseCache {
    /// The settings of a ``ResponseCache``, each with a default.
    public struct Configuration: Sendable {
        /// The version of the app; a response that another version has stored is a miss.
        ///
        /// By default the version and the build number of the main bundle, or an empty string if it has none.
        public var appVersion = Self.appVersion(of: .main)

        /// The names of header fields that affect the response, such as `Accept-Language`, ignoring case.
        ///
        /// The fields that a server names in `Vary` are always distinguished.
        public var keyHeaders: Set<String> = []

        /// The names of query items that do not affect the response, such as a timestamp.
        public var ignoredQueryItems: Set<String> = []

        /// The closure that returns the part of a body that affects the response; by default the whole body.
        ///
        /// Called for requests with a body, on the thread that reads or stores.
        public var keyBody: @Sendable (Data) -> Data = { $0 }

        /// The approximate maximum number of bytes of all files, by default 50 MB.
        ///
        /// The least recently used responses are removed; a single larger response is not stored. Each process that
        /// stores in the folder may exceed the maximum by a tenth. Files that are being written do not count.
        public var maximumSize = 50_000_000

        /// A Boolean value that indicates whether requests with credentials are cached, by default `false`.
        ///
        /// Credentials are the header fields `Authorization`, `Cookie` and `Proxy-Authorization`, and a user or a
        /// password in the URL. They count in a request and in the fields that a session adds to every request.
        ///
        /// With a ``ResponseCache/user`` the cache separates such requests by user, otherwise by these fields. In
        /// both cases it separates them by URL.
        ///
        /// Credentials that a session adds later are not seen: cookies of its cookie storage, and its responses to a
        /// challenge. Set the user where these occur. Without a user, a response that varies by cookies is not stored
        /// for a request whose cookies are unknown; set `httpShouldHandleCookies` to `false` if it needs none.
        public var storesAuthorizedRequests = false

        /// A Boolean value that indicates whether `Cache-Control: no-store` is ignored, by default `false`.
        public var storesNoStore = false

        /// The closure that returns the current time; replace it in tests.
        package var now: @Sendable () -> Date = { Date() }

        /// Creates a configuration with the default settings.
        public init() {}

        private static func appVersion(of bundle: Bundle) -> String {
            ["CFBundleShortVersionString", "CFBundleVersion"]
                .compactMap { bundle.object(forInfoDictionaryKey: $0) as? String }
                .joined(separator: "+")
        }
    }
}
