import OldApp
import Verdict

/// A comparison of two ways to issue four requests and get one callback with all failures at the end.
enum Comparison {
    static func run(_ checks: inout Checks) async {
        print("\nTwo ways to load the feed with one callback at the end")
        await measure(FeedByDispatchGroup.self, &checks)
        await measure(FeedByRequestGroup.self, &checks)
    }

    private static func measure<Way: FeedLoading>(_ way: Way.Type, _ checks: inout Checks) async {
        let page = Page()
        let start = ContinuousClock.now
        let failures = await withCheckedContinuation { continuation in
            Way.load(page) { continuation.resume(returning: $0) }
        }
        let time = (ContinuousClock.now - start).column
        print("  \(Way.name.column(21)) \(time)   \(Way.cost)")

        checks.expect("failures by \(Way.name)", failures, is: ["GET ads"])
        let parts = ["feed", "friends", "no ads", "weather"]
        checks.expect("page by \(Way.name)", page.parts, is: parts)
    }
}
