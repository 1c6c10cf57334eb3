// One closure reports a rejection, another calls the client.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception
@preconcurrency import OldKit

// snippet: delegate
/// The delegate of the client, which calls the original delegate.
nonisolated final class GroupedDownloads: DownloaderDelegate, RequestIntercepting {
    let downloader = Downloader()
    private let calls = DelegatedCalls<String>()
    private weak var delegate: (any DownloaderDelegate)?

    init(delegate: any DownloaderDelegate) {
        self.delegate = delegate
        downloader.delegate = self
    }

    func download(_ name: String) {
        intercept("download \(name)", onRejection: { [self] in report(name, $0) }) {
            [self] call in
            calls.insert(call, for: name)  // before the client can call its delegate
            call.onCancel(downloader) { $0.cancel(name) }
            if !downloader.download(name) { calls.remove(name) }  // the download did not start
        }
    }

    // A call before the end, which runs in the group of the request.
    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {
        calls.run(name) { delegate?.downloader(downloader, didReceive: count, of: name) }
    }

    // The last call, which ends the request.
    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        calls.end(name, error) { report(name, error) }
    }

    private func report(_ name: String, _ error: (any Error)?) {
        delegate?.downloader(downloader, didFinish: name, error: error)
    }
}
// end: delegate

/// A receiver of the notification, which ends the waiting request.
nonisolated final class GroupedSettings: RequestIntercepting {
    private let settings: Settings
    private let calls = DelegatedCalls<String>()
    private var observers: [any NSObjectProtocol] = []

    init(_ settings: Settings, then done: @escaping @Sendable ((any Error)?) -> Void) {
        self.settings = settings
        observers = [.settingsDidLoad, .settingsDidFail].map { (name: Notification.Name) in
            NotificationCenter.default.addObserver(forName: name, object: settings, queue: nil) {
                [weak calls] note in
                let error = note.userInfo?["error"] as? any Error
                calls?.end("settings", error) { done(error) }
            }
        }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    func load() {
        intercept("settings", onRejection: { [settings] in settings.postEnd($0) }) { [self] call in
            calls.insert(call, for: "settings")  // before the client can post the notification
            settings.load()
        }
    }
}
