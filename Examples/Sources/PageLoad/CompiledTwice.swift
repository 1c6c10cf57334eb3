import BarePage
import GroupedPage
import Interception
import OldApp
import Verdict

/// A comparison of one file of call sites, compiled with the bare client and with the wrapped client.
enum CompiledTwice {
    static func run(_ checks: inout Checks) async throws {
        print("\nOne file of call sites, compiled twice, each time in withRequestGroup { … }")

        let barePage = Page()
        let bareGroup = try await withRequestGroup("bare client", options: .tolerant) { group in
            BarePage.HomePage(barePage).loadFeed()
            return group
        }
        show(bareGroup, barePage)
        checks.expect("requests of the bare client", bareGroup.progress.total, is: 0)

        let wrappedPage = Page()
        let wrappedGroup = try await withRequestGroup("wrapped client", options: .tolerant) {
            group in
            GroupedPage.HomePage(wrappedPage).loadFeed()
            return group
        }
        show(wrappedGroup, wrappedPage)
        checks.expect("requests of the wrapped client", wrappedGroup.progress.total, is: 4)
        let parts = ["feed", "friends", "no ads", "weather"]
        checks.expect("callbacks at the end of the group", wrappedPage.parts, is: parts)
    }

    private static func show(_ group: RequestGroup, _ page: Page) {
        let (requests, callbacks) = (group.progress.total, page.parts.count)
        print(
            "  \(group.name.column(15)) the group waited for \(requests) of 4 requests,"
                + " and ended after \(callbacks) of 4 callbacks"
        )
    }
}
