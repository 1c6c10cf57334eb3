// One screen goes through the wrapper, every other one still calls the bare client.

import Interception

// snippet: one screen
typealias BareNetworkTool = NetworkTool  // or OldModule.NetworkTool, wherever it comes from

extension HomePage {
    // In this screen the name means the wrapped client, so that the calls stay as they are.
    enum NetworkTool { static let shared = InterceptingClient(BareNetworkTool.shared) }
}

@MainActor
final class HomePage {
    func load() {
        withRequestGroup("home page") {
            NetworkTool.shared.post("feed", success: nil, failure: nil)  // as ever
        } completion: { _ in
            self.appear()
        }
    }

    func appear() {}
}
// end: one screen

// snippet: all screens
// The client, renamed where it is declared; left alone if it comes from another module.
final class BareImageTool: Sendable {
    static let shared = BareImageTool()
}

// Its old name now means the wrapper, in every call of the app.
enum ImageTool {
    static let shared = InterceptingClient(BareImageTool.shared)
}
// end: all screens

// snippet: coverage
struct Log: RequestGroupObserver {
    func observe(_ event: RequestGroupEvent) { print(event) }
}

withRequestGroup("home page", options: .observer(Log())) {
    HomePage.NetworkTool.shared.post("feed", success: nil, failure: nil)  // is printed
    NetworkTool.shared.post("profile", success: nil, failure: nil)  // is not: the bare client
} completion: { _ in
}
// end: coverage

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        success?("an answer to \(path)")
    }
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", success: success, failure: failure) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}
