import GroupContext

/// Why a ``ResponseCache`` has no response for a request.
///
/// ```swift
/// do {
///     show(try cache.response(for: request))
/// } catch {
///     guard error.reason == .expired else { throw error }
///     show(try cache.response(for: request, allowingExpired: true))
/// }
/// ```
public struct CacheMiss: Error, Hashable, CustomStringConvertible {
    /// What kind of miss it is.
    public let reason: Reason

    /// How old the response is, if it has expired; negative if the clock was set back.
    public let age: Duration?

    /// How old the response may be, if it has expired.
    public let lifetime: Duration?

    /// What keeps the request from being cached.
    private let obstacle: RequestObstacle?

    init(_ reason: Reason) {
        self.reason = reason
        age = nil
        lifetime = nil
        obstacle = nil
    }

    init(_ obstacle: RequestObstacle) {
        reason = .notCacheable
        age = nil
        lifetime = nil
        self.obstacle = obstacle
    }

    init(expiredAt age: Duration, lifetime: Duration) {
        reason = .expired
        self.age = age
        self.lifetime = lifetime
        obstacle = nil
    }

    /// The reason with its details, and nothing of the request or of a response.
    public var description: String {
        if let obstacle { return "\(reason): \(obstacle)" }
        if let age, let lifetime { return "\(reason): its age is \(age) of \(lifetime)" }
        return reason.description
    }

    /// A kind of miss.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case absent = "nothing is cached"
            case expired = "the cached response has expired"
            case otherVersion = "the cached response is of another version"
            case otherUser = "the cached response is of another user"
            case otherAppVersion = "the cached response is of another version of the app"
            case otherHeaders = "the cached response is for other header fields"
            case notCacheable = "the request is not cached"
            case invalidMetadata = "the cached response has invalid metadata"
            case corrupted = "the cached response is damaged"
            case unreadable = "the cached response cannot be read"
        }

        private let kind: Kind

        /// The reason as words for logs.
        public var description: String { kind.rawValue }

        /// Nothing is stored for the request.
        public static let absent = Reason(kind: .absent)
        /// The response is too old, or from the future because the clock was set back.
        public static let expired = Reason(kind: .expired)
        /// It was stored for another ``ResponseCache/version``.
        public static let otherVersion = Reason(kind: .otherVersion)
        /// It was stored for another ``ResponseCache/user``, or for none.
        public static let otherUser = Reason(kind: .otherUser)
        /// It was stored by another version of the app.
        public static let otherAppVersion = Reason(kind: .otherAppVersion)
        /// The server says in `Vary` which header fields change its answer, and those were others.
        public static let otherHeaders = Reason(kind: .otherHeaders)
        /// Such a request is never cached.
        public static let notCacheable = Reason(kind: .notCacheable)
        /// The file is whole, and what it says of the response makes no sense.
        public static let invalidMetadata = Reason(kind: .invalidMetadata)
        /// The file is damaged, larger than the cache may be, of another request or of another user of the machine,
        /// or no file.
        public static let corrupted = Reason(kind: .corrupted)
        /// The system refused to read the file, or the folder belongs to another user of the machine.
        public static let unreadable = Reason(kind: .unreadable)
    }
}

extension CacheMiss: DescribedInSummaries {}

/// What keeps a request out of the cache.
enum RequestObstacle: Hashable, CustomStringConvertible {
    case noURL
    case noLifetime
    case bodyStream
    case range
    /// With the place in the request that says who asks.
    case credentials(String)

    var description: String {
        switch self {
        case .noURL: "it has no URL"
        case .noLifetime: "it has no lifetime"
        case .bodyStream: "its body is a stream"
        case .range: "it asks for a part"
        case .credentials(let place): "it has credentials, in its \(place)"
        }
    }
}
