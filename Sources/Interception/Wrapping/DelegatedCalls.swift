import GroupContext

/// A registry of the requests of a client that reports to a delegate instead of to callbacks.
///
/// Insert a request when it is issued; an identifier finds it again when the client reports. Set a delegate of your
/// own between the client and its original delegate:
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
///         intercept("download \(name)", onRejection: { [self] in tell(of: name, $0) }) {
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
///         calls.end(name, error) { tell(of: name, error) }
///     }
///
///     private func tell(of name: String, _ error: (any Error)?) {
///         delegate?.downloader(downloader, didFinish: name, error: error)
///     }
/// }
/// ```
///
/// The example holds its delegate weakly, as the client did, because one object often owns both.
///
/// Several requests may share an identifier, for example if a file is downloaded twice. Reports then go to the
/// request that was inserted first, until it has ended, and then to the next. Cancelling by such an identifier
/// cancels the request that the client chooses. If the client merges such requests and reports once, issue only one:
/// the others would wait forever.
///
/// A request stays in its group until it ends or is removed, or until this object is released, which makes it a lost
/// request. All methods are safe to call on any thread.
public final class DelegatedCalls<ID: Hashable & Sendable>: Sendable {
    private let calls = Locked([ID: WaitingLine]())

    /// Creates an empty registry.
    public init() {}

    /// Adds a request; call this before starting the request in the client.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - id: its identifier, or one that several requests share.
    public func insert(_ call: InterceptedCall, for id: ID) {
        guard call.isGrouped else { return }
        calls.withLock { $0.append(call, to: id) }
    }

    /// Runs a method of the delegate in the group of the request, which stays in its group.
    public func run<Result>(_ id: ID, _ method: () -> Result) -> Result {
        guard let call = calls.withLock({ $0[id]?.first }) else { return method() }
        return call.run(method)
    }

    /// Runs the last method of the delegate in the group of the request, which then leaves.
    ///
    /// - Parameters:
    ///   - id: the identifier of the request.
    ///   - error: the error of the request, or `nil` if it succeeded.
    ///   - method: calls the delegate.
    public func end(_ id: ID, _ error: (any Error)?, _ method: () -> Void) {
        guard let call = calls.withLock({ $0.takeFirst(of: id) }) else { return method() }
        call.answer(error, method)
    }

    /// Changes the identifier of a request, for a client that renames it.
    public func move(_ id: ID, to other: ID) {
        calls.withLock { calls in
            if let call = calls.takeFirst(of: id) { calls.append(call, to: other) }
        }
    }

    /// Removes a request that the client will not report; without other callbacks it leaves as lost.
    ///
    /// Of several requests with the identifier it removes the one inserted last, because a client rejects a request
    /// when it is started.
    public func remove(_ id: ID) {
        let removed = calls.withLock { $0.takeLast(of: id) }
        // Release the call after unlocking: it may hold the last reference to its request.
        withExtendedLifetime(removed) {}
    }

    /// Removes every request, when the client will report nothing more.
    public func removeAll() {
        let removed = calls.withLock { calls in
            defer { calls = [:] }
            return calls
        }
        withExtendedLifetime(removed) {}
    }
}

/// The requests with one identifier, in the order of their insertion.
private struct WaitingLine {
    var first: InterceptedCall
    // Usually empty; an empty array allocates nothing.
    var others: [InterceptedCall] = []
}

extension Dictionary where Value == WaitingLine {
    fileprivate mutating func append(_ call: InterceptedCall, to id: Key) {
        if self[id]?.others.append(call) == nil { self[id] = WaitingLine(first: call) }
    }

    fileprivate mutating func takeFirst(of id: Key) -> InterceptedCall? {
        guard var line = removeValue(forKey: id) else { return nil }
        let first = line.first
        if !line.others.isEmpty {
            line.first = line.others.removeFirst()
            self[id] = line
        }
        return first
    }

    fileprivate mutating func takeLast(of id: Key) -> InterceptedCall? {
        if self[id]?.others.isEmpty == false { return self[id]?.others.removeLast() }
        return removeValue(forKey: id)?.first
    }
}
