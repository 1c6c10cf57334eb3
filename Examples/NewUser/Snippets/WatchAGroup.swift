// The events of a running group, and a timeline of them.

import Foundation
import Interception

let network = InterceptingClient(NetworkTool.shared)

try await withRequestGroup("home page", options: .onProgress { progress in print(progress) }) {
    network.post("feed", success: page.show, failure: page.log)
    network.post("profile", success: page.show, failure: page.log)
}

// snippet: stall
let patience = RequestGroupOption.onStall(after: .seconds(10)) { stall in print(stall) }
let whole = Progress(totalUnitCount: 10)
let share = RequestGroupOption.progress(childOf: whole, pendingUnitCount: 3)
try await withRequestGroup("home page", options: patience, share) {
    network.post("feed", success: page.show, failure: page.log)
}
// end: stall

let watched = InterceptionSettings {
    $0.onUngroupedRequest = { request in print(request, request.callStack) }
}
let careful = InterceptingClient(NetworkTool.shared, settings: watched)

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
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}

/// The page that is loaded.
struct Page: Sendable {
    func show(_ answer: Any) {}
    func log(_ error: any Error) {}
}

nonisolated var page: Page { Page() }
