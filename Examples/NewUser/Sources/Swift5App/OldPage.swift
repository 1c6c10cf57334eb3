import Foundation
import Interception
import OldKit

/// An existing page of the app, with a group around its calls.
class OldPage {
    private let tool = InterceptingClient(OldTool(.answered))
    private let radio = InterceptingClient(Radio(.failed))
    private let lock = NSLock()
    private var entries: [String] = []

    /// The shown text, which callbacks write on any thread.
    var shown: [String] { lock.withLock { entries } }

    func load(then done: @escaping @MainActor ([RequestFailure]) -> Void) {
        withRequestGroup("page", options: .timeout(.seconds(30))) {
            tool.fetch("feed", success: { self.follow($0) }, failure: { _ in })
            radio.tune { _ in self.show("no radio") }
            // A queue does not propagate the current group, so the page passes it explicitly.
            DispatchQueue.global()
                .async(
                    execute: CapturedGroup.capturing {
                        self.tool.stock(of: "tea") { count, _ in self.show("stock \(count)") }
                    }
                )
        } success: {
            done([])
        } failure: { failures in
            done(failures)
        }
    }

    /// Issues the next request from a callback.
    private func follow(_ name: String) {
        show(name)
        radio.tune { _ in self.show("no radio") }
    }

    private func show(_ text: String) {
        lock.withLock { entries.append(text) }
    }
}
