// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client that reports to a delegate.
public final class Downloader {
    public weak var delegate: (any DownloaderDelegate)?

    public init() {}

    /// Returns whether it accepts the name.
    public func download(_ name: String, _ fate: Fate) -> Bool {
        if fate == .lost { return false }
        queue.async { [self] in
            delegate?.downloader(self, didReceive: 1, of: name)
            switch fate {
            case .answered: delegate?.downloader(self, didFinish: name, error: nil)
            case .failed: delegate?.downloader(self, didFinish: name, error: Gone())
            case .lost, .kept: break
            }
        }
        return true
    }

    public func cancel(_ name: String) {
        queue.async { [self] in delegate?.downloader(self, didFinish: name, error: GivenUp()) }
    }
}

public protocol DownloaderDelegate: AnyObject {
    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String)
    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?)
}
