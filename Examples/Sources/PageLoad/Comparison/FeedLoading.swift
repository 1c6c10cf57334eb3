import OldApp

/// A way to load the feed, and to be told once when every request has finished, with every failure.
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
