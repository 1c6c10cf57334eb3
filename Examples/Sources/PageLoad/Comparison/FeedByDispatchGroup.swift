import Dispatch
import OldApp

/// All requests at once, counted by hand: each callback has to leave, exactly once.
///
/// It works as long as the client does: a second callback would crash here, and one that never
/// comes would leave the page waiting for ever.
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
