// `intercept` takes a closure that cancels and a trailing closure that issues the request.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

/// A client that reports its downloads to a delegate, when the test says so.
final class Downloader: Sendable {
    protocol Delegate: AnyObject, Sendable {
        func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) -> Bool
        func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?)
    }

    private let state = Locked(State())
    private let reportsCancelling: Bool

    private struct State {
        weak var delegate: (any Delegate)?
        var started: [String] = []
    }

    /// - Parameter reportsCancelling: whether the delegate receives the end of cancelled downloads.
    init(reportsCancelling: Bool = true) {
        self.reportsCancelling = reportsCancelling
    }

    var started: [String] { state.withLock { $0.started } }

    var delegate: (any Delegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    func download(_ name: String) {
        state.withLock { $0.started.append(name) }
    }

    func cancel(_ name: String) {
        if reportsCancelling { finish(name, ClientError("cancelled")) }
    }

    /// Reports data; returns the delegate's answer whether to continue.
    @discardableResult
    func receive(_ count: Int, of name: String) -> Bool {
        delegate?.downloader(self, didReceive: count, of: name) ?? false
    }

    func finish(_ name: String, _ error: (any Error)? = nil) {
        delegate?.downloader(self, didFinish: name, error: error)
    }
}

/// A wrapper that groups the downloader's requests, as a user would write it.
final class GroupedDownloader: Downloader.Delegate, RequestIntercepting {
    let downloader: Downloader
    let calls = DelegatedCalls<String>()
    // Safe: set once, before the object is shared.
    private nonisolated(unsafe) weak var delegate: (any Downloader.Delegate)?

    init(delegate: any Downloader.Delegate, downloader: Downloader = Downloader()) {
        self.delegate = delegate
        self.downloader = downloader
        downloader.delegate = self
    }

    func download(_ name: String) {
        intercept("download \(name)", onRejection: { [self] in tell(of: name, $0) }) {
            [self] call in
            calls.insert(call, for: name)
            downloader.download(name)
            call.onCancel(downloader) { $0.cancel(name) }
        }
    }

    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) -> Bool {
        calls.run(name) {
            delegate?.downloader(downloader, didReceive: count, of: name) ?? false
        }
    }

    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        calls.end(name, error) { tell(of: name, error) }
    }

    private func tell(of name: String, _ error: (any Error)?) {
        delegate?.downloader(downloader, didFinish: name, error: error)
    }
}
