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
/// Its owner holds the delegate weakly, as the client did: a page often owns both.
///
/// Several requests may have one identifier at a time, as when a file is downloaded twice. What the client
/// reports is then told of the one that was inserted first, until that has ended, and of the next after it.
/// Cancelling by such a name cancels the one that the client takes. A client that makes one request of them,
/// and reports once, has to be asked once: the others would wait for ever.
///
/// A request stays in its group until it ends or is removed, or until this object is released: then
/// it has lost its callback.
public final class DelegatedCalls<ID: Hashable & Sendable>: Sendable {
    private let calls = Locked([ID: WaitingLine]())

    /// Remembers no request yet.
    public init() {}

    /// Remembers a request; before the client is told to start it.
    ///
    /// - Parameters:
    ///   - call: the request on its way.
    ///   - id: what tells it apart from others, or comes in the order in which they were inserted.
    public func insert(_ call: InterceptedCall, for id: ID) {
        guard call.isGrouped else { return }
        calls.withLock { $0.append(call, to: id) }
    }

    /// Runs a method of the delegate in the group of the request, which goes on.
    public func run<Result>(_ id: ID, _ method: () -> Result) -> Result {
        guard let call = calls.withLock({ $0[id]?.first }) else { return method() }
        return call.run(method)
    }

    /// Runs the last method of the delegate in the group of the request, which then leaves.
    ///
    /// - Parameters:
    ///   - id: what tells the request apart.
    ///   - error: the error of the request, or `nil` if it succeeded.
    ///   - method: calls the delegate.
    public func end(_ id: ID, _ error: (any Error)?, _ method: () -> Void) {
        guard let call = calls.withLock({ $0.takeFirst(of: id) }) else { return method() }
        call.answer(error, method)
    }

    /// The client goes on with the request under another name.
    public func move(_ id: ID, to other: ID) {
        calls.withLock { calls in
            if let call = calls.takeFirst(of: id) { calls.append(call, to: other) }
        }
    }

    /// Forgets a request that the client will not report; if nothing else can end it, it leaves as lost.
    ///
    /// Of several it is the one that was inserted last: a client refuses a request where it is told to
    /// start it.
    public func remove(_ id: ID) {
        let removed = calls.withLock { $0.takeLast(of: id) }
        // Released outside the lock: it may be the last that held its request.
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

/// The requests of one identifier, in the order in which they came.
private struct WaitingLine {
    var first: InterceptedCall
    // Most often there is none, which costs nothing.
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
