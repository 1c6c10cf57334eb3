// Cache: responses on disk.

public import Foundation
import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A store of responses in files, whose lifetime the app sets instead of the server.
///
/// A cache only stores and reads. To show a stored response and then refresh it, read it before sending:
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
/// Each request has one slot. Requests differ by method, URL, body and the header fields of the configuration. Of the
/// header fields of HTTP, the cache obeys `Vary` and `no-store`; only the lifetime limits the age of a response.
///
/// Any number of threads, caches and processes may use one folder at the same time. If the folder is a link, or
/// belongs to another user of the machine, the cache does nothing. The files are readable by their owner only, and
/// are not encrypted. A file contains the header fields and the body of a response, and the response's URL without
/// its query if that differs from the request's URL. Of the request it contains nothing else, and of the user only a
/// digest.
public final class ResponseCache: Sendable {
    struct State {
        var user: String?
        var version = 0
        var epoch = Epoch()
        /// The number of bytes of all entries at the last measurement; `nil` before the first.
        var size: Int?
        /// The number of bytes that this cache has stored since the last measurement.
        var sizeSinceLook = 0
        var isEvicting = false
    }

    /// A period in which the user and the version stay the same and the cache is not emptied.
    ///
    /// Read ``ResponseCache/epoch`` when you send a request, and pass it to ``ResponseCache/store(_:for:since:)``
    /// with the response: a response to a request from before a log-out is not stored after it.
    public struct Epoch: Hashable, Sendable {
        private var number: UInt64 = 0

        mutating func end() { number &+= 1 }
    }

    let folder: CacheFolder
    let configuration: Configuration
    let lifetime: @Sendable (URLRequest) -> Duration?
    let state = Locked(State())

    /// Creates a cache of GET requests with a common lifetime.
    ///
    /// It does not access the disk yet.
    ///
    /// - Parameters:
    ///   - directory: the directory in which the cache creates a folder; it is created if it is missing.
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

    /// Creates a cache that computes the lifetime of each request, of any method.
    ///
    /// It does not access the disk yet.
    ///
    /// - Parameters:
    ///   - directory: the directory in which the cache creates a folder; it is created if it is missing.
    ///   - configuration: the other settings.
    ///   - lifetime: returns the maximum age of a request's response; `nil`, zero or less excludes the request.
    ///     Called at each use of the cache, on the thread that uses it.
    public init(
        directory: URL,
        configuration: Configuration = Configuration(),
        lifetime: @escaping @Sendable (URLRequest) -> Duration?
    ) {
        folder = CacheFolder(in: directory)
        self.configuration = configuration
        self.lifetime = lifetime
    }

    /// The user whose responses the cache stores and returns; set it at log-in and log-out.
    ///
    /// Responses of other users stay in the folder, and are misses. The files contain only a digest of the user,
    /// which does not resist an attacker who tries every possible user.
    public var user: String? {
        get { state.withLock(\.user) }
        set {
            state.withLock { state in
                if state.user != newValue { state.epoch.end() }
                state.user = newValue
            }
        }
    }

    /// The version of the meaning of responses, 0 at first; increase it to invalidate older responses.
    public var version: Int {
        get { state.withLock(\.version) }
        set {
            state.withLock { state in
                if state.version != newValue { state.epoch.end() }
                state.version = newValue
            }
        }
    }

    /// The current epoch, for ``store(_:for:since:)``.
    public var epoch: Epoch { state.withLock(\.epoch) }

    /// The number of bytes of the files of the cache.
    ///
    /// Reading it inspects every file, including those being written, and blocks meanwhile.
    public var size: Int { folder.size }

    /// Returns whether a response to the request may be stored, if the response itself permits it.
    ///
    /// The request needs a lifetime and a URL. It must have no body stream, no `Range`, and no credentials unless
    /// ``Configuration/storesAuthorizedRequests`` is set.
    package func isCacheable(_ request: URLRequest) -> Bool {
        (try? admit(request)) != nil
    }

    /// Removes the stored response of the request, of any user.
    public func remove(for request: URLRequest) {
        guard let slot = try? slot(for: request) else { return }
        folder.remove(slot.key.fileName)
    }

    /// Removes every response, of all users.
    ///
    /// A response to a request that was sent before is not stored, if its epoch is passed to ``store(_:for:since:)``.
    /// Other files in the directory stay.
    public func removeAll() {
        state.withLock { $0.epoch.end() }
        folder.removeAll()
        state.withLock { $0.size = nil }
    }
}
