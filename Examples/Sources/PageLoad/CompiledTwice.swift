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
        let unnoticed = try await withRequestGroup("bare client", options: .tolerant) { group in
            BarePage.HomePage(barePage).loadFeed()
            return group
        }
        show(unnoticed, barePage)
        checks.expect("requests of the bare client", unnoticed.progress.total, is: 0)

        let wrappedPage = Page()
        let noticed = try await withRequestGroup("wrapped client", options: .tolerant) { group in
            GroupedPage.HomePage(wrappedPage).loadFeed()
            return group
        }
        show(noticed, wrappedPage)
        checks.expect("requests of the wrapped client", noticed.progress.total, is: 4)
        let parts = ["feed", "friends", "no ads", "weather"]
        checks.expect("its callbacks when the group ended", wrappedPage.parts, is: parts)
    }

    private static func show(_ group: RequestGroup, _ page: Page) {
        let (requests, callbacks) = (group.progress.total, page.parts.count)
        print(
            "  \(group.name.column(15)) the group saw \(requests) of 4 requests,"
                + " and ended after \(callbacks) of 4 callbacks"
        )
    }
}
