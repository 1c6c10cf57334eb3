// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client that reports to a delegate.
public final class Downloader {
    public weak var delegate: (any DownloaderDelegate)?
    public var fate = Fate.answered

    public init() {}

    /// Returns whether it accepts the name.
    @discardableResult
    public func download(_ name: String) -> Bool {
        if fate == .lost { return false }
        queue.async { [self] in delegate?.downloader(self, didReceive: 1, of: name) }
        serve(fate, success: { self.finish(name, nil) }, failure: { self.finish(name, $0) })
        return true
    }

    public func cancel(_ name: String) {
        queue.async { self.finish(name, GivenUp()) }
    }

    private func finish(_ name: String, _ error: (any Error)?) {
        delegate?.downloader(self, didFinish: name, error: error)
    }
}

public protocol DownloaderDelegate: AnyObject {
    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String)
    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?)
}
