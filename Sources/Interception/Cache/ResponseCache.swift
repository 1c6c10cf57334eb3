public import Foundation
import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A store of responses in files; the app, not the server, sets the lifetime of each response.
///
/// A cache only stores and reads. To show a stored response first and refresh it later, read the stored response
/// before you send the request:
///
/// ```swift
/// let cache = ResponseCache(directory: caches, lifetime: .seconds(300))
/// cache.user = "42"
/// do {
///     show(try cache.response(for: request))
/// } catch {
///     print(error)  // "nothing is cached", "the cached response has expired: …"
/// }
/// ```
///
/// The cache stores one response for each request. Requests differ by method, URL, body and the header fields of
/// the configuration. The cache obeys only two caching rules of HTTP: `Vary` and `no-store`. Only the lifetime
/// limits the age of a response.
///
/// Any number of threads, caches and processes may use one folder at the same time. If the folder is a link, or
/// belongs to another user of the machine, the cache does nothing. The files are readable by their owner only, and
/// are not encrypted. A file contains the header fields and the body of a response. If the response's URL differs
/// from the request's URL, the file also contains the response's URL without its query. The file contains the
/// request and the user only as digests.
public final class ResponseCache: Sendable {
    struct State {
        var user: String? { didSet { if user != oldValue { epoch.end() } } }
        var version = 0 { didSet { if version != oldValue { epoch.end() } } }
        var epoch = Epoch()
        /// The number of bytes of all entries at the last measurement; `nil` before the first.
        var size: Int?
        /// The number of bytes that this cache has stored since the last measurement.
        var sizeSinceMeasurement = 0
        var isEvicting = false
    }

    /// A period in which the user and the version stay the same and the cache is not emptied.
    ///
    /// Read ``ResponseCache/epoch`` when you send a request, and pass the epoch to
    /// ``ResponseCache/store(_:for:since:)`` with the response. Then no response is stored after a log-out if its
    /// request was sent before the log-out.
    public struct Epoch: Hashable, Sendable {
        private var number: UInt64 = 0

        mutating func end() { number &+= 1 }
    }

    let folder: CacheFolder
    let configuration: Configuration
    let lifetime: @Sendable (URLRequest) -> Duration?
    let state = Locked(State())

    /// Creates a cache of GET requests in which all responses have the same lifetime.
    ///
    /// The initializer does not access the disk.
    ///
    /// - Parameters:
    ///   - directory: the directory in which the cache creates a folder; a missing directory is created.
    ///   - lifetime: the maximum age of a response; zero or less caches nothing.
    ///   - configuration: the other settings.
    public convenience init(
        directory: URL,
        lifetime: Duration,
        configuration: Configuration = Configuration()
    ) {
        self.init(directory: directory, configuration: configuration) { request in
            (request.httpMethod ?? "GET") == "GET" ? lifetime : nil
        }
    }

    /// Creates a cache of requests with any method, for which a closure computes the lifetimes.
    ///
    /// The closure returns the maximum age of a request's response; `nil`, zero or less excludes the request. The
    /// closure is called at each use of the cache, on the thread that uses the cache.
    public init(
        directory: URL,
        configuration: Configuration = Configuration(),
        lifetime: @escaping @Sendable (URLRequest) -> Duration?
    ) {
        folder = CacheFolder(in: directory)
        self.configuration = configuration
        self.lifetime = lifetime
    }

    /// The user whose responses the cache stores and returns; set the user at log-in and log-out.
    ///
    /// Responses of other users stay in the folder, but are not returned. The files contain only a digest of the
    /// user; the digest does not resist an attacker who tries every possible user.
    public var user: String? {
        get { state.withLock(\.user) }
        set { state.withLock { $0.user = newValue } }
    }

    /// The version of the stored responses, 0 at first; increase the version to invalidate older responses.
    public var version: Int {
        get { state.withLock(\.version) }
        set { state.withLock { $0.version = newValue } }
    }

    /// The current epoch, for ``store(_:for:since:)``.
    public var epoch: Epoch { state.withLock(\.epoch) }

    /// The number of bytes of the files of the cache.
    ///
    /// Reading the property inspects every file, even files that are being written, and blocks the calling thread.
    public var size: Int { folder.size }

    /// Removes the stored response of the request, even if it was stored for another user.
    ///
    /// With credentials, a request has one key for all users. If no ``user`` is set, the request has another key.
    public func remove(for request: URLRequest) {
        guard let url = request.url, request.httpBodyStream == nil else { return }
        // Compute the key without a slot, because the request may have no lifetime now.
        folder.remove(CacheKey(of: request, url, hasUser: user != nil, configuration).fileName)
    }

    /// Removes every response, of all users.
    ///
    /// Responses to requests that were sent before the call are not stored later, if their epochs are passed to
    /// ``store(_:for:since:)``. Other files in the directory are not removed.
    public func removeAll() {
        state.withLock { $0.epoch.end() }
        folder.removeAll()
        state.withLock { $0.size = nil }
    }
}
