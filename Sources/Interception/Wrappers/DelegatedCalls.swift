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
/// A request stays in its group until the request ends or is removed. Releasing this object makes its remaining
/// requests lost. An unknown identifier is no error: `run` and `end` then only call the closure. All methods are
/// safe to call on any thread.
public final class DelegatedCalls<ID: Hashable & Sendable>: Sendable {
    private let calls = Locked([ID: CallQueue]())

    /// Creates an empty registry.
    public init() {}

    /// Adds a request; call this method before starting the request in the client.
    public func insert(_ call: InterceptedCall, for id: ID) {
        guard call.wrapsCallbacks else { return }
        calls.withLock { $0.append(call, to: id) }
    }

    /// Runs a method of the delegate in the group of the request; the request stays in its group.
    public func run<Result>(_ id: ID, _ method: () -> Result) -> Result {
        guard let call = calls.withLock({ $0[id]?.first }) else { return method() }
        // The method of the delegate may remove the request, which stays in its group until the method has returned.
        return withExtendedLifetime(call) { call.observing.answer(nil, method) }
    }

    /// Runs the last method of the delegate in the group of the request; the request then leaves.
    public func end(_ id: ID, _ error: (any Error)?, _ method: () -> Void) {
        guard let call = calls.withLock({ $0.takeFirst(of: id) }) else { return method() }
        call.answer(error, method)
    }

    /// Changes the identifier of a request, for a client that renames its requests.
    public func move(_ id: ID, to other: ID) {
        calls.withLock { calls in
            if let call = calls.takeFirst(of: id) { calls.append(call, to: other) }
        }
    }

    /// Removes a request that the client will not report; the request is lost unless a callback can still answer it.
    ///
    /// If several requests have the identifier, this method removes the request inserted last: a client usually rejects
    /// a request in the call that starts the request.
    public func remove(_ id: ID) {
        let removed = calls.withLock { $0.takeLast(of: id) }
        // Release the call after unlocking: losing its request may notify observers, which are user code.
        withExtendedLifetime(removed) {}
    }

    /// Removes every request, for a client that will report nothing more.
    public func removeAll() {
        let removed = calls.withLock { calls in
            defer { calls = [:] }
            return calls
        }
        withExtendedLifetime(removed) {}
    }
}

/// The requests with one identifier, in the order of their insertion.
private struct CallQueue {
    var first: InterceptedCall
    // The array is usually empty, and an empty array allocates nothing.
    var others: [InterceptedCall] = []
}

extension Dictionary where Value == CallQueue {
    fileprivate mutating func append(_ call: InterceptedCall, to id: Key) {
        if self[id]?.others.append(call) == nil { self[id] = CallQueue(first: call) }
    }

    fileprivate mutating func takeFirst(of id: Key) -> InterceptedCall? {
        guard var queue = removeValue(forKey: id) else { return nil }
        let first = queue.first
        if !queue.others.isEmpty {
            queue.first = queue.others.removeFirst()
            self[id] = queue
        }
        return first
    }

    fileprivate mutating func takeLast(of id: Key) -> InterceptedCall? {
        if self[id]?.others.isEmpty == false { return self[id]?.others.removeLast() }
        return removeValue(forKey: id)?.first
    }
}
