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

        group.enter()
        NetworkTool.shared.get(
            "feed",
            success: { data in
                page.show("feed", data)
                group.leave()
            },
            failure: { error in
                page.show("feed", error)
                failures.append("GET feed")
                group.leave()
            }
        )

        group.enter()
        NetworkTool.shared.get(
            "ads",
            success: { data in
                page.show("ads", data)
                group.leave()
            },
            failure: { error in
                page.show("ads", error)
                failures.append("GET ads")
                group.leave()
            }
        )

        group.enter()
        NetworkTool.shared.get(
            "friends",
            success: { data in
                page.show("friends", data)
                group.leave()
            },
            failure: { error in
                page.show("friends", error)
                failures.append("GET friends")
                group.leave()
            }
        )

        group.enter()
        NetworkTool.shared.get(
            "weather",
            success: { data in
                page.show("weather", data)
                group.leave()
            },
            failure: { error in
                page.show("weather", error)
                failures.append("GET weather")
                group.leave()
            }
        )

        group.notify(queue: .main) {
            MainActor.assumeIsolated { completion(failures.labels) }
        }
    }
    private static let lastLine = #line
}
