import Dispatch
import OldApp

/// A feed loaded by concurrent requests; each request has to leave a `DispatchGroup` exactly once.
///
/// This code relies on a client without bugs: a second callback unbalances the group, which can crash the app.
/// After a missing callback, the page waits forever.
enum FeedByDispatchGroup: FeedLoading {
    static let name = "DispatchGroup by hand"
    static var cost: String { "\(lastLine - firstLine) lines, which replace the call sites" }

    private static let firstLine = #line + 1
    static func load(_ page: Page, completion: @escaping @MainActor ([String]) -> Void) {
        let group = DispatchGroup()
        let failures = FailureList()

        for part in ["feed", "ads", "friends", "weather"] {
            group.enter()
            NetworkTool.shared.get(
                part,
                success: { data in
                    page.show(part, data)
                    group.leave()
                },
                failure: { error in
                    page.show(part, error)
                    failures.append("GET \(part)")
                    group.leave()
                }
            )
        }
        group.notify(queue: .main) {
            MainActor.assumeIsolated { completion(failures.labels) }
        }
    }
    private static let lastLine = #line
}
