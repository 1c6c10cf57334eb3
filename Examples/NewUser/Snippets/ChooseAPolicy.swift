// Limits, deadlines, and the effect of a failure on other requests.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception
import OldKit

let network = InterceptingClient(NetworkTool(.failed))

// snippet: cancel a screen
@MainActor
final class HomePage {
    private var loading: RequestGroup?

    func appear() {
        loading = withRequestGroup("home page") {
            network.post("feed", success: page.show, failure: page.report)
            network.post("profile", success: page.show, failure: page.report)
        } completion: { result in
            if case .failure(is CancellationError) = result { return }  // closed, or loading again
            self.stopSpinning()
        }
    }

    func disappear() {
        loading?.cancel()
    }

    func retryTapped() {
        loading?.cancel()
        appear()  // opens a new group: a group completes once
    }

    func stopSpinning() {}
}
// end: cancel a screen

// snippet: tolerant
// The page appears even if requests fail.
let missing = await withRequestGroupOutcome("home page") {
    network.post("feed", success: page.show, failure: page.report)
    network.post("profile", success: page.show, failure: page.report)
}
.failures
// end: tolerant

// A tolerant group returns the value of its body.
let title = try await withRequestGroup("home page", options: .tolerant) { group in
    network.post("feed", success: page.show, failure: page.report)
    return group.name
}

// snippet: optional request
extension InterceptingClient<NetworkTool> {
    // A page without the banner is complete. The failure is still in the timeline.
    func banner(success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST banner", .success(success), .failure(failure), isOptional: true) {
            base.post("banner", success: $0, failure: $1)
        }
    }
}
// end: optional request

// At most three requests of this client at once, in all groups together.
let limited = InterceptingClient(
    NetworkTool.shared,
    settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 3) }
)

// snippet: handle that can wait
extension InterceptingClient<NetworkTool> {
    // Returns no ticket, so the request can wait for a limit. The group cancels the ticket.
    func reloadInTurn(completion: @escaping ((any Error)?) -> Void) {
        intercept("reload", onRejection: completion) { call in
            let ticket = base.reload(completion: call.wrap(.completion(completion)))
            call.onCancel { ticket.cancel() }
        }
    }
}
// end: handle that can wait

// MARK: - The app without groups

extension NetworkTool {
    func reload(completion: @escaping ((any Error)?) -> Void) -> Ticket {
        completion(nil)
        return Ticket()
    }
}

final class Ticket: Sendable {
    func cancel() {}
}

// MARK: - Checks

precondition(missing.map(\.label) == ["POST feed", "POST profile"], "both failures are listed")
precondition(title == "home page", "a tolerant group returns the value of its body")
