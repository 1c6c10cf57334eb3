// The ways in which a group can end, and how to diagnose them.

import Dispatch
import Interception

let network = InterceptingClient(NetworkTool.shared)

// snippet: end of a group
do {
    let title = try await withRequestGroup("page", options: .timeout(.seconds(5))) { group in
        network.post("feed", success: nil, failure: nil)
        network.post("profile", success: nil, failure: nil)
        print(group)  // page: 0 of 2 finished, waiting for POST feed, POST profile
        return "Home"
    }
    print(title)  // all have succeeded
} catch let error as RequestGroupError {
    print(error.code)  // requests failed, timed out, or cancelled
    for failure in error.causes { print(failure.label, failure.reason, failure.error) }
} catch is CancellationError {
    // requests were cancelled, and none has failed
} catch {
    print(error)  // what the body has thrown
}
// end: end of a group

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        // Safe: called once, on the main queue.
        nonisolated(unsafe) let success = success
        DispatchQueue.main.async { success?("an answer to \(path)") }
    }
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}
