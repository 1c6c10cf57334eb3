import GroupContext

/// A registry of the requests of a client that reports to a delegate instead of to callbacks.
///
/// Insert each request under an identifier when it is issued. When the client reports to its delegate, find the
/// request by its identifier. Set a delegate of your own between the client and its original delegate:
///
/// ```swift
/// final class GroupedDownloads: DownloaderDelegate, RequestIntercepting {
///     let downloader = Downloader()
///     private let calls = DelegatedCalls<String>()
///     private weak var delegate: (any DownloaderDelegate)?
///
///     init(delegate: any DownloaderDelegate) {
///         self.delegate = delegate
///         downloader.delegate = self
///     }
///
///     func download(_ name: String) {
///         intercept("download \(name)", onRejection: { [self] in report(of: name, $0) }) {
///             [self] call in
///             calls.insert(call, for: name)
///             downloader.download(name)
///             call.onCancel(downloader) { $0.cancel(name) }
///         }
///     }
///
///     func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {
///         calls.run(name) { delegate?.downloader(downloader, didReceive: count, of: name) }
///     }
///
///     func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
///         calls.end(name, error) { report(of: name, error) }
///     }
///
///     private func report(of name: String, _ error: (any Error)?) {
///         delegate?.downloader(downloader, didFinish: name, error: error)
///     }
/// }
/// ```
///
/// The reference to the original delegate is weak, because one object often owns both the client and its delegate.
///
/// Several requests may share an identifier, for example if a file is downloaded twice. Reports then go to the
/// request that was inserted first, until that request ends, and then to the next request. Cancelling by a shared
/// identifier cancels the request that the client chooses. If the client merges such requests and reports only
/// once, issue only one of these requests, because the others would wait forever.
///
/// End or remove each request, even outside any group: an ungrouped request keeps its place among the requests with its
/// identifier. A request stays in its group until the request ends or is removed. Releasing this object makes its
/// remaining requests lost. An unknown identifier is no error: `run` and `end` then only call the closure. All methods
/// are safe to call on any thread.
public final class DelegatedCalls<ID: Hashable & Sendable>: Sendable {
    /// The requests with each identifier, in the order of their insertion.
    private let calls = Locked([ID: [InterceptedCall]]())

    /// Creates an empty registry.
    public init() {}

    /// Adds a request; call this method before starting the request in the client.
    public func insert(_ call: InterceptedCall, for id: ID) {
        calls.withLock { $0[id, default: []].append(call) }
    }

    /// Runs a method of the delegate in the group of the request; the request stays in its group.
    public func run<Result>(_ id: ID, _ method: () -> Result) -> Result {
        guard let call = calls.withLock({ $0[id]?.first }) else { return method() }
        // The method of the delegate may remove the request, which stays in its group until the method has returned.
        return withExtendedLifetime(call) { call.progressCall.answer(nil, method) }
    }

    /// Runs the last method of the delegate in the group of the request; the request then leaves.
    public func end(_ id: ID, _ error: (any Error)?, _ method: () -> Void) {
        guard let call = calls.withLock({ $0.take(id) }) else { return method() }
        call.answer(error, method)
    }

    /// Changes the identifier of a request, for a client that renames its requests.
    public func move(_ id: ID, to other: ID) {
        calls.withLock { calls in
            if id != other, let call = calls.take(id) { calls[other, default: []].append(call) }
        }
    }

    /// Removes a request that the client will not report; the request is lost unless a callback can still answer it.
    ///
    /// If several requests have the identifier, this method removes the request inserted last: a client usually rejects
    /// a request in the call that starts the request.
    public func remove(_ id: ID) {
        // Release the call after unlocking: losing its request may notify observers, which are user code.
        _ = calls.withLock { $0.take(id, isLast: true) }
    }

    /// Removes every request, for a client that will report nothing more.
    public func removeAll() {
        calls.replace(with: [:])
    }
}

extension Dictionary where Value == [InterceptedCall] {
    /// Removes and returns the call that was inserted first, or last.
    fileprivate mutating func take(_ id: Key, isLast: Bool = false) -> InterceptedCall? {
        guard var calls = removeValue(forKey: id) else { return nil }
        let call = isLast ? calls.removeLast() : calls.removeFirst()
        if !calls.isEmpty { self[id] = calls }
        return call
    }
}
