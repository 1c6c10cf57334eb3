import Foundation
import Interception
import OldKit

/// An existing page of the app, with a group around its calls.
class OldPage {
    private let shop = InterceptingClient(Shop.shared)
    private let radio = InterceptingClient(Radio.shared)
    private let lock = NSLock()
    private var entries: [String] = []

    /// The shown text, which callbacks write on any thread.
    var shown: [String] { lock.withLock { entries } }

    func load(then done: @escaping @MainActor ([RequestFailure]) -> Void) {
        withRequestGroup("page", options: .timeout(.seconds(30))) {
            shop.users.find(.answered, success: follow, failure: { _ in })
            shop.users.find(.failed, success: { _ in }, failure: { self.show("\($0)") })
            radio.tune(.answered) { _ in self.show("radio") }
            // A queue does not propagate the current group, so the page passes it explicitly.
            DispatchQueue.global()
                .async(
                    execute: CapturedGroup.capturing {
                        self.shop.orders.list(.failed) { _, error in
                            self.show(error == nil ? "list" : "no list")
                        }
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
        shop.orders.list(.answered) { list, _ in self.show("list of \(list?.count ?? 0)") }
    }

    private func show(_ text: String) {
        lock.withLock { entries.append(text) }
    }
}
