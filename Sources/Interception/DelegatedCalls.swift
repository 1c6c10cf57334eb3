import GroupContext

/// The requests of a client that reports to a delegate instead of to callbacks.
///
/// A request is remembered when it is issued, and found again by what tells it apart from others
/// when the client reports. Put a delegate of your own between the client and the one it had:
///
/// ```swift
/// final class GroupedDownloads: DownloaderDelegate, RequestIntercepting {
///     let downloader = Downloader()
///     private let calls = DelegatedCalls<String>()
///     private let delegate: any DownloaderDelegate
///
///     init(delegate: any DownloaderDelegate) {
///         self.delegate = delegate
///         downloader.delegate = self
///     }
///
///     func download(_ name: String) {
///         intercept("download \(name)") { [self] call in
///             calls.insert(call, for: name)
///             downloader.download(name)
///         }
///     }
///
///     func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {
///         calls.run(name) { delegate.downloader(downloader, didReceive: count, of: name) }
///     }
///
///     func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
///         calls.end(name, error) { delegate.downloader(downloader, didFinish: name, error: error) }
///     }
/// }
/// ```
///
/// A request stays in its group until it ends or is removed, or until this object is released: then
/// it has lost its callback.
public final class DelegatedCalls<ID: Hashable & Sendable>: Sendable {
    private let calls = Locked([ID: InterceptedCall]())

    /// Remembers no request yet.
    public init() {}

    /// Remembers a request; before the client is told to start it.
    ///
    /// - Parameters:
    ///   - call: the request on its way.
    ///   - id: what tells it apart from all others that have not ended.
    public func insert(_ call: InterceptedCall, for id: ID) {
        guard call.isGrouped else { return }
        let replaced = calls.withLock { $0.updateValue(call, forKey: id) }
        // Released outside the lock: it may be the last that held its request.
        withExtendedLifetime(replaced) {}
    }

    /// Runs a method of the delegate in the group of the request, which goes on.
    public func run<Result>(_ id: ID, _ method: () -> Result) -> Result {
        guard let call = calls.withLock({ $0[id] }) else { return method() }
        return call.run(method)
    }

    /// Runs the last method of the delegate in the group of the request, which then leaves.
    ///
    /// - Parameters:
    ///   - id: what tells the request apart.
    ///   - error: the error of the request, or `nil` if it succeeded.
    ///   - method: calls the delegate.
    public func end(_ id: ID, _ error: (any Error)?, _ method: () -> Void) {
        guard let call = calls.withLock({ $0.removeValue(forKey: id) }) else { return method() }
        call.answer(error, method)
    }

    /// The client goes on with the request under another name.
    public func move(_ id: ID, to other: ID) {
        let replaced = calls.withLock { calls in
            calls.removeValue(forKey: id).flatMap { calls.updateValue($0, forKey: other) }
        }
        withExtendedLifetime(replaced) {}
    }

    /// Forgets a request; if nothing else can end it, it leaves as lost.
    public func remove(_ id: ID) {
        let removed = calls.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(removed) {}
    }

    /// Forgets every request: the client will report nothing more.
    public func removeAll() {
        let removed = calls.withLock { calls in
            defer { calls = [:] }
            return calls
        }
        withExtendedLifetime(removed) {}
    }
}
