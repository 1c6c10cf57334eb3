public import Foundation

extension ResponseCache {
    /// What a ``ResponseCache`` tells apart, what it keeps out, and how much it holds.
    ///
    /// Everything has a default; change what you need.
    public struct Configuration: Sendable {
        /// The version of the app: a response that another one has stored is a miss.
        ///
        /// By default what the main bundle says of itself, or nothing if it says nothing.
        public var appVersion = Self.appVersion(of: .main)

        /// The names of header fields that change the answer, in whatever case: `Accept-Language`.
        ///
        /// What a server names in `Vary` is told apart anyway.
        public var keyHeaders: Set<String> = []

        /// The names of query items that do not change the answer, such as a timestamp.
        public var ignoredQueryItems: Set<String> = []

        /// Takes out of a body what does not change the answer; the rest is part of the key.
        ///
        /// It is called for requests with a body, on the thread that reads or stores.
        public var keyBody: @Sendable (Data) -> Data = { $0 }

        /// About how many bytes the files may have together: 50 MB by default.
        ///
        /// What was not used for longest is removed. A larger response is not stored. Several
        /// processes that store in one folder may be over by a tenth each, and what is being written
        /// comes on top.
        public var maximumSize = 50_000_000

        /// Whether requests with credentials are cached: not by default.
        ///
        /// Credentials are the header fields `Authorization`, `Cookie` and `Proxy-Authorization`, and a user or a
        /// password in the URL.
        ///
        /// With a ``ResponseCache/user`` such requests are kept apart by user, else by these fields. The URL keeps
        /// requests apart in any case.
        /// The fields of a request count, and those that a session adds to all of its requests.
        ///
        /// What a session adds on its own is not seen: cookies of its cookie storage, and credentials
        /// with which it answers a challenge. Set the user where there are any. Without a user, a
        /// response that varies by cookies is not stored for a request whose cookies are not seen;
        /// say `httpShouldHandleCookies = false` in a request that needs none.
        public var storesAuthorizedRequests = false

        /// Whether responses are stored in spite of `Cache-Control: no-store`: not by default.
        public var storesNoStore = false

        /// What time it is, for tests.
        public var now: @Sendable () -> Date = { Date() }

        /// Makes a configuration of defaults.
        public init() {}

        private static func appVersion(of bundle: Bundle) -> String {
            ["CFBundleShortVersionString", "CFBundleVersion"]
                .compactMap { bundle.object(forInfoDictionaryKey: $0) as? String }
                .joined(separator: "+")
        }
    }
}
