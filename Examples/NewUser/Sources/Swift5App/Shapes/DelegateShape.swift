// One closure reports a rejection, another calls the client.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception
@preconcurrency import OldKit

/// A delegate that forwards to the original delegate, on any thread.
nonisolated final class GroupedDownloads: DownloaderDelegate, RequestIntercepting {
    let downloader = Downloader()
    private let calls = DelegatedCalls<String>()
    private weak var delegate: (any DownloaderDelegate)?

    init(delegate: any DownloaderDelegate) {
        self.delegate = delegate
        downloader.delegate = self
    }

    func download(_ name: String, _ fate: Fate) {
        intercept("download \(name)", onRejection: { [self] in tell(of: name, $0) }) {
            [self] call in
            calls.insert(call, for: name)
            call.onCancel(downloader) { $0.cancel(name) }
            if !downloader.download(name, fate) { calls.remove(name) }
        }
    }

    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {
        calls.run(name) { delegate?.downloader(downloader, didReceive: count, of: name) }
    }

    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        calls.end(name, error) { tell(of: name, error) }
    }

    private func tell(of name: String, _ error: (any Error)?) {
        delegate?.downloader(downloader, didFinish: name, error: error)
    }
}

/// A page that is the client's delegate.
nonisolated final class DownloadPage: DownloaderDelegate {
    let notes: Notes

    init(_ notes: Notes) {
        self.notes = notes
    }

    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {}

    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        notes.end(error)
    }
}
