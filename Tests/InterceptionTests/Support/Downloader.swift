import Interception

/// A client that tells a delegate what happens to its downloads, when the test says so.
final class Downloader: Sendable {
    protocol Delegate: AnyObject, Sendable {
        func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) -> Bool
        func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?)
    }

    private let state = Locked(State())

    private struct State {
        weak var delegate: (any Delegate)?
        var started: [String] = []
    }

    var started: [String] { state.withLock { $0.started } }

    var delegate: (any Delegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    func download(_ name: String) {
        state.withLock { $0.started.append(name) }
    }

    /// Whether the delegate wants more.
    @discardableResult
    func receive(_ count: Int, of name: String) -> Bool {
        delegate?.downloader(self, didReceive: count, of: name) ?? false
    }

    func finish(_ name: String, _ error: (any Error)? = nil) {
        delegate?.downloader(self, didFinish: name, error: error)
    }
}

/// A downloader whose requests are grouped, written as a user would.
final class GroupedDownloader: Downloader.Delegate, RequestIntercepting {
    let downloader = Downloader()
    let calls: DelegatedCalls<String>
    private let delegate: any Downloader.Delegate

    init(delegate: any Downloader.Delegate, calls: DelegatedCalls<String> = DelegatedCalls()) {
        self.delegate = delegate
        self.calls = calls
        downloader.delegate = self
    }

    func download(_ name: String) {
        intercept("download \(name)") { [self] call in
            calls.insert(call, for: name)
            downloader.download(name)
        }
    }

    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) -> Bool {
        calls.run(name) { delegate.downloader(downloader, didReceive: count, of: name) }
    }

    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        calls.end(name, error) { delegate.downloader(downloader, didFinish: name, error: error) }
    }
}
