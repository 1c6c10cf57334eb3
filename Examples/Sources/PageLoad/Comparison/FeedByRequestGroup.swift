import GroupedPage
import Interception
import OldApp

/// A feed loaded by the unchanged call sites of the app in a request group.
enum FeedByRequestGroup: FeedLoading {
    static let name = "this library"
    static var cost: String {
        " \(lastLine - firstLine) lines around unchanged call sites, and one wrapper per client"
    }

    private static let firstLine = #line + 1
    static func load(_ page: Page, completion: @escaping @MainActor ([String]) -> Void) {
        withRequestGroup("feed") {
            HomePage(page).loadFeed()
        } success: {
            completion([])
        } failure: { failures in
            completion(failures.map(\.label))
        }
    }
    private static let lastLine = #line
}
