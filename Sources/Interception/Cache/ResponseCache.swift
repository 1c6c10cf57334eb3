// Cache: responses on disk.

public import Foundation
import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Keeps responses in files, for as long as the app says rather than the server.
///
/// A cache only stores and reads; to show what is stored and then refresh it, do one after the
/// other:
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
/// There is one slot for each request. Requests differ by method, URL, body and the header fields of
/// the configuration. Of the header fields of HTTP, `Vary` and `no-store` are heeded; how long a
/// response is valid is for the lifetime alone to say.
///
/// Any number of threads, caches and processes may use one folder at a time. Where it is a link, or
/// belongs to another user of the machine, the cache does nothing. The files are for their owner
/// only, and they are not encrypted. A file has the header fields and the body of a response, and the
/// URL of the response without its query, if that is not the URL of the request. It has nothing else of
/// the request, and nothing of the user.
public final class ResponseCache: Sendable {
    /// What may change while the cache is used.
    struct State {
        var user: String?
        var version = 0
        var epoch = Epoch()
        /// How many bytes the files have, as far as this cache knows; `nil` before it has looked.
        var size: Int?
        /// How many bytes this cache has stored since it last looked.
        var sizeSinceLook = 0
        var isEvicting = false
    }

    /// A time during which neither the user nor the version changed, and nobody emptied the cache.
    ///
    /// Take ``ResponseCache/epoch`` when you send a request, and hand it back with the response:
    /// what was asked for before a log-out is not stored after it.
    public struct Epoch: Hashable, Sendable {
        private var number: UInt64 = 0

        mutating func end() { number &+= 1 }
    }

    let folder: CacheFolder
    let configuration: Configuration
    let lifetime: @Sendable (URLRequest) -> Duration?
    let state = Locked(State())

    /// Makes a cache of GET requests, which all live equally long.
    ///
    /// Nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - directory: where the cache makes a folder of its own; it is made if it is missing.
    ///   - lifetime: how old a response may be; zero or less caches nothing.
    ///   - configuration: everything else.
    public convenience init(
        directory: URL,
        lifetime: Duration,
        configuration: Configuration = Configuration()
    ) {
        self.init(directory: directory, configuration: configuration) { request in
            (request.httpMethod ?? "GET") == "GET" ? lifetime : nil
        }
    }

    /// Makes a cache of the requests that have a lifetime, whatever their method.
    ///
    /// Nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - directory: where the cache makes a folder of its own; it is made if it is missing.
    ///   - configuration: everything else.
    ///   - lifetime: how old the response of a request may be; `nil`, zero or less keeps it out. It
    ///     is called at each use of the cache, on the thread that uses it.
    public init(
        directory: URL,
        configuration: Configuration = Configuration(),
        lifetime: @escaping @Sendable (URLRequest) -> Duration?
    ) {
        folder = CacheFolder(in: directory)
        self.configuration = configuration
        self.lifetime = lifetime
    }

    /// Whose responses these are; set it at log-in and log-out.
    ///
    /// The responses of other users stay where they are, and are misses. In the files it is only a
    /// digest, which hides it from a glance, not from somebody who tries all possible users.
    public var user: String? {
        get { state.withLock(\.user) }
        set {
            state.withLock { state in
                if state.user != newValue { state.epoch.end() }
                state.user = newValue
            }
        }
    }

    /// What you count up when responses mean something else than before; zero at first.
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

    /// How many bytes the files of the cache have.
    ///
    /// It looks at every file, also at those that are being written; ask for it when somebody wants to
    /// see it.
    public var size: Int { folder.size }

    /// Whether a response to the request may be stored, if the response itself allows it.
    ///
    /// That takes a lifetime, a URL, no body stream, no `Range` and, unless configured, no credentials:
    /// see ``Configuration/storesAuthorizedRequests``.
    public func isCacheable(_ request: URLRequest) -> Bool {
        (try? admit(request)) != nil
    }

    /// Removes the response that is stored for the request, whoever's it is.
    public func remove(for request: URLRequest) {
        guard let slot = try? slot(for: request) else { return }
        folder.remove(slot.key.fileName)
    }

    /// Removes every response, of all users; those on their way will not be stored.
    ///
    /// See ``store(_:for:since:)`` for the latter. Other files in the directory stay.
    public func removeAll() {
        state.withLock { $0.epoch.end() }
        folder.removeAll()
        state.withLock { $0.size = nil }
    }
}
