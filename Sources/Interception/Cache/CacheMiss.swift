/// An error that explains why a ``ResponseCache`` has no response for a request.
///
/// ```swift
/// do {
///     show(try cache.response(for: request))
/// } catch {
///     guard error.age != nil else { throw error }
///     show(try cache.response(for: request, allowingExpired: true))
/// }
/// ```
public struct CacheMiss: Error, Hashable, CustomStringConvertible {
    package let reason: Reason

    /// The age of an expired response, negative if the clock was set back; `nil` for other misses.
    public let age: Duration?

    /// The lifetime of an expired response; `nil` for other misses.
    package let lifetime: Duration?

    /// The clause that names the property which excludes the request, such as `it has no URL`.
    private let obstacle: String?

    init(_ reason: Reason, obstacle: String? = nil) {
        (self.reason, self.obstacle) = (reason, obstacle)
        (age, lifetime) = (nil, nil)
    }

    init(expiredAt age: Duration, lifetime: Duration) {
        (reason, obstacle) = (.expired, nil)
        (self.age, self.lifetime) = (age, lifetime)
    }

    /// The reason with its details, without any content of the request or of a response.
    public var description: String {
        if let obstacle { return "\(reason): \(obstacle)" }
        if let age, let lifetime {
            return "\(reason): its age is \(age), and its lifetime \(lifetime)"
        }
        return reason.description
    }

    package enum Reason: String, CustomStringConvertible {
        case absent = "nothing is cached"
        /// The response has exceeded its lifetime, or its date is in the future because the clock was set back.
        case expired = "the cached response has expired"
        case otherVersion = "the cached response is of another version"
        /// The response was stored while ``ResponseCache/user`` had another value, perhaps `nil`.
        case otherUser = "the cached response is of another user"
        case otherAppVersion = "the cached response is of another version of the app"
        /// A header field that the response names in `Vary` has another or an unknown value in this request.
        case otherHeaders = "the cached response is for other header fields"
        case notCacheable = "the request is not cached"
        case invalidMetadata = "the cached response has invalid metadata"
        /// The file is damaged, too large or no regular file, or belongs to another request or user of the machine.
        case corrupted = "the cached response is damaged"
        /// The system could not read the file, or the folder is a link or belongs to another user of the machine.
        case unreadable = "the cached response cannot be read"

        package var description: String { rawValue }
    }
}
