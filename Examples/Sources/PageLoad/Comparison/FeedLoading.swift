import OldApp

/// A way to load the feed, with one notification when all requests have finished, and a list of all failures.
protocol FeedLoading {
    /// What the way is called.
    static var name: String { get }

    /// How many lines it takes, and what becomes of the call sites that the app has.
    static var cost: String { get }

    /// Loads the feed.
    ///
    /// - Parameters:
    ///   - page: what the callbacks fill.
    ///   - completion: called after all of them, with the label of each request that failed.
    static func load(_ page: Page, completion: @escaping @MainActor ([String]) -> Void)
}
